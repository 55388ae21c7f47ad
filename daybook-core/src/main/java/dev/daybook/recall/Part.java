package dev.daybook.recall;

import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;

/** One part of a score: what it adds for a message, and in words why. Worked out when it is asked for, which is of hits only. */
record Part(String name, IntToDoubleFunction value, IntFunction<String> detail) {

    double at(int message) {
        return value.applyAsDouble(message);
    }
}
