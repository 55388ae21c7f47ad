package dev.daybook.internal.scoring;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;

/** A named score for every message of a scope, with its explanation. */
public final class ScoreSignal {

    private static final SignalValues NOTHING = new SignalValues.Dense(new double[0]);

    private final String name;
    private final SignalValues values;
    private final IntFunction<String> detail;

    ScoreSignal(String name, double[] values, IntFunction<String> detail) {
        this(name, new SignalValues.Dense(values), detail);
    }

    ScoreSignal(String name, SignalValues values, IntFunction<String> detail) {
        this.name = name;
        this.values = values;
        this.detail = detail;
    }

    /** Returns a signal that is 0 for every message. It has no values. */
    static ScoreSignal none(String name) {
        return new ScoreSignal(name, NOTHING, message -> "");
    }

    String name() {
        return name;
    }

    /** Returns whether the signal was made by {@link #none}. */
    @SuppressWarnings("ReferenceEquality") // a signal of an empty scope has no values either
    public boolean isNone() {
        return values == NOTHING;
    }

    /** Adds the weighted signal to a number per message. */
    public void addTo(double[] totals, double weight) {
        values.addTo(totals, weight);
    }

    /** Returns the score of each message, which a caller may not change. */
    public double[] values() {
        return values.toArray();
    }

    /** Returns the messages with a positive value. */
    BitSet positive() {
        BitSet positive = new BitSet();
        for (int message = 0; message < values.messages(); message++) {
            if (values.at(message) > 0) {
                positive.set(message);
            }
        }
        return positive;
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
        return new ScorePart(name, message -> factor * at(message), detail);
    }

    /**
     * Adds other signals under the name of this one. The first signal that is not 0 for a message explains it.
     */
    ScoreSignal with(ScoreSignal... others) {
        if (Arrays.stream(others).allMatch(ScoreSignal::isNone)) {
            return this;
        }
        double[] sum = values.toArray().clone();
        for (ScoreSignal other : others) {
            other.addTo(sum, 1);
        }
        return new ScoreSignal(name, sum, message -> explanation(message, others));
    }

    private String explanation(int message, ScoreSignal... others) {
        ScoreSignal explaining = this;
        for (int i = 0; i < others.length && explaining.at(message) == 0; i++) {
            explaining = others[i];
        }
        return explaining.detail.apply(message);
    }

    double at(int message) {
        return isNone() ? 0 : values.at(message);
    }
}
