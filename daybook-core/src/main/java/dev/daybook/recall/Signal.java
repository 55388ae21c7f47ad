package dev.daybook.recall;

import java.util.function.IntFunction;

/**
 * One reason for a score: a number for every message of a partition, and in words what it saw there. Not a record: it owns
 * an array.
 */
final class Signal {

    private final String name;
    private final double[] values;
    private final IntFunction<String> detail;

    Signal(String name, double[] values, IntFunction<String> detail) {
        this.name = name;
        this.values = values;
        this.detail = detail;
    }

    String name() {
        return name;
    }

    double[] values() {
        return values;
    }

    IntFunction<String> detail() {
        return detail;
    }

    /** What it adds to a score if one of its units is worth so much. */
    Part times(double factor) {
        return new Part(name, message -> factor * values[message], detail);
    }

    /** What two signals say together, by the name of this one; the other tells why where this one says nothing. */
    Signal with(Signal other) {
        double[] sum = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            sum[i] = values[i] + other.values[i];
        }
        return new Signal(name, sum, message -> (values[message] == 0 ? other : this).detail.apply(message));
    }
}
