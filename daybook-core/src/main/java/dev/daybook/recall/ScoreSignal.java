package dev.daybook.recall;

import java.util.function.IntFunction;

/** A named score for every message of a scope, with its explanation. Not a record, because it owns an array. */
final class ScoreSignal {

    private final String name;
    private final double[] values;
    private final IntFunction<String> detail;

    ScoreSignal(String name, double[] values, IntFunction<String> detail) {
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

    /**
     * Returns the signal as a part of a score, weighted.
     *
     * @param factor the weight of one unit of the signal
     */
    ScorePart times(double factor) {
        return new ScorePart(name, message -> factor * values[message], detail);
    }

    /** Adds another signal under the name of this one. The other explains messages for which this one is 0. */
    ScoreSignal with(ScoreSignal other) {
        double[] sum = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            sum[i] = values[i] + other.values[i];
        }
        return new ScoreSignal(name, sum, message -> (values[message] == 0 ? other : this).detail.apply(message));
    }
}
