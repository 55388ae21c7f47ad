package dev.daybook.recall;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Joins signals into one score for each message, the sum of its parts. What is added has been brought to a
 * common measure before, the standard deviation over the messages of the scope, so that a weight means the same for
 * every scope and every question. (Ranks would throw away how much better the first is than the second: on
 * conversations, rank fusion finds less than the better of its two lists alone.)
 */
final class Fusion {

    /** What is left of a difference between equal numbers after rounding. */
    private static final double NO_DEVIATION = 1e-12;

    private final Partition partition;
    private final double[] total;
    private final List<Part> parts = new ArrayList<>();

    /** The messages that may be hits at all. */
    private final BitSet eligible = new BitSet();

    Fusion(Partition partition) {
        this.partition = partition;
        this.total = new double[partition.messageCount()];
    }

    /** Adds signals that are alike in kind, measured by the deviation of their sum; a positive sum makes a hit. */
    void addTogether(double weight, List<Signal> together) {
        double[] sum = new double[partition.messageCount()];
        for (Signal signal : together) {
            double[] values = signal.values();
            for (int message = 0; message < sum.length; message++) {
                sum[message] += values[message];
            }
        }
        for (int message = 0; message < sum.length; message++) {
            if (sum[message] > 0 && !partition.isDead(message)) {
                eligible.set(message);
            }
        }
        double deviation = deviation(sum);
        if (deviation > 0) {
            double factor = weight / deviation;
            add(sum, factor);
            together.forEach(signal -> parts.add(signal.times(factor)));
        }
    }

    /**
     * Adds a signal by how far it lies above or below its mean, in standard deviations. Messages that have no value count
     * as the mean, never as the worst. Whoever has a value may be a hit.
     */
    void addStandardised(double weight, Signal signal, BitSet present) {
        double[] standardised = standardised(weight, signal, present);
        add(standardised, 1);
        parts.add(new Part(signal.name(), message -> standardised[message], signal.detail()));
    }

    /**
     * Adds a signal of another kind, standardised as above, at a right angle to what was added before: a message that both
     * find is as far from nothing as the diagonal is long. Each is a way to find the same, so a message that only one of
     * them finds counts in full, and a second witness adds less than a first. What lies below the mean is taken off as it is.
     */
    void addAtRightAngle(double weight, Signal signal, BitSet present) {
        double[] before = total.clone();
        double[] across = standardised(weight, signal, present);
        for (int message = 0; message < total.length; message++) {
            total[message] = joined(before[message], across[message]);
        }
        // Each side has its square's part of the diagonal, so that the parts still make up the sum.
        parts.replaceAll(part -> new Part(
                part.name(), message -> part.at(message) * share(before[message], across[message]), part.detail()));
        parts.add(new Part(
                signal.name(), message -> across[message] * share(across[message], before[message]), signal.detail()));
    }

    private static double joined(double one, double other) {
        return one > 0 && other > 0 ? Math.sqrt(one * one + other * other) : one + other;
    }

    private static double share(double one, double other) {
        return one > 0 && other > 0 ? one / joined(one, other) : 1;
    }

    private double[] standardised(double weight, Signal signal, BitSet present) {
        double[] values = signal.values();
        int count = 0;
        double sum = 0;
        double squares = 0;
        for (int message = present.nextSetBit(0); message >= 0; message = present.nextSetBit(message + 1)) {
            if (!partition.isDead(message)) {
                count++;
                sum += values[message];
                squares += values[message] * values[message];
                eligible.set(message);
            }
        }
        double mean = count == 0 ? 0 : sum / count;
        double deviation = count == 0 ? 0 : Math.sqrt(Math.max(0, squares / count - mean * mean));
        double[] standardised = new double[values.length];
        for (int message = present.nextSetBit(0);
                deviation > NO_DEVIATION && message >= 0;
                message = present.nextSetBit(message + 1)) {
            standardised[message] = weight * (values[message] - mean) / deviation;
        }
        return standardised;
    }

    /** Adds a signal that shifts what others have found, but makes no hit by itself. */
    void addBoost(double weight, Signal signal) {
        add(signal.values(), weight);
        parts.add(signal.times(weight));
    }

    private void add(double[] values, double factor) {
        for (int message = 0; message < total.length; message++) {
            total[message] += factor * values[message];
        }
    }

    private double deviation(double[] values) {
        int count = 0;
        double sum = 0;
        double squares = 0;
        for (int message = 0; message < values.length; message++) {
            if (!partition.isDead(message)) {
                count++;
                sum += values[message];
                squares += values[message] * values[message];
            }
        }
        double mean = count == 0 ? 0 : sum / count;
        double variance = count == 0 ? 0 : squares / count - mean * mean;
        // All alike (one message, or every one the same): any measure will do, but none is a division by nothing.
        return variance > NO_DEVIATION ? Math.sqrt(variance) : sum > 0 ? mean : 0;
    }

    MessageScores join() {
        return new MessageScores(total, eligible, parts);
    }
}
