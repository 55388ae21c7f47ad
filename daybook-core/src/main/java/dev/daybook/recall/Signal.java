package dev.daybook.recall;

import java.util.function.IntFunction;

/**
 * One reason for a score: a number for every message of a partition, and in words what it saw there.
 *
 * @param name what a person sees as the reason
 * @param values by message
 * @param detail what was seen at a message; asked for hits only
 */
record Signal(String name, double[] values, IntFunction<String> detail) {

    Signal scaled(double factor) {
        double[] scaled = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            scaled[i] = values[i] * factor;
        }
        return new Signal(name, scaled, detail);
    }
}
