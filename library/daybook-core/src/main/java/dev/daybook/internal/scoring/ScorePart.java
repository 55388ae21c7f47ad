package dev.daybook.internal.scoring;

import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;

/** One part of a score: its value for a message and its explanation. Computed on demand, for hits only. */
record ScorePart(String name, IntToDoubleFunction value, IntFunction<String> detail) {

    double at(int message) {
        return value.applyAsDouble(message);
    }
}
