package dev.daybook.internal.grammar;

import java.util.List;

/**
 * The objects that a reader found in a clause.
 *
 * @param objects empty if the words are no object of this kind
 * @param next the index of the first word behind them
 */
record ObjectReading(List<String> objects, int next) {

    static final ObjectReading NONE = new ObjectReading(List.of(), -1);

    static ObjectReading of(String object, int next) {
        return object.isEmpty() ? NONE : new ObjectReading(List.of(object), next);
    }

    boolean isFound() {
        return !objects.isEmpty();
    }
}
