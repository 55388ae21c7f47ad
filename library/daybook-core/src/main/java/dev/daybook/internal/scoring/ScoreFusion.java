package dev.daybook.internal.scoring;

import dev.daybook.internal.index.BitSets;
import dev.daybook.internal.index.ScopeIndex;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Combines the signals of a hybrid search into one score per message, the sum of its parts.
 *
 * <p>Signals are not comparable as they come: a BM25 score has no upper bound, a cosine lies between -1 and 1. Each is
 * therefore divided by its standard deviation over the messages of the scope (z-score normalisation) before it is
 * weighted, so a weight means the same in every scope and for every question. Keyword and semantic scores add in
 * quadrature (decision 46). Reciprocal rank fusion (Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms
 * Condorcet and individual rank learning methods", 2009) discards the margin of the first hit over the second; on
 * conversations it finds less than the better of its two lists alone.
 */
final class ScoreFusion {

    /** Rounding residue of a difference between equal numbers. */
    static final double ROUNDING_ERROR = 1e-12;

    /**
     * The least deviation of keyword scores, as a part of their mean. Where all messages match alike, the deviation is that of
     * noise: the scores of two matching messages reached 119, and those of their vectors 1. No question of the evaluation
     * sets has less; at half of the mean BEAM loses.
     */
    private static final double MIN_DEVIATION = 0.25;

    private final ScopeIndex scopeIndex;
    private final boolean someDead;
    private double[] total;
    private final List<ScorePart> parts = new ArrayList<>();

    /** The messages that qualify as hits. */
    private final BitSet eligible = new BitSet();

    ScoreFusion(ScopeIndex scopeIndex) {
        this.scopeIndex = scopeIndex;
        this.someDead = scopeIndex.liveMessages() < scopeIndex.messageCount();
        this.total = new double[scopeIndex.messageCount()];
    }

    /**
     * Adds signals of one kind, divided by the standard deviation of their sum. A message with a positive sum qualifies
     * as a hit.
     */
    void addTogether(double weight, List<ScoreSignal> together) {
        double[] sum = new double[total.length];
        for (ScoreSignal signal : together) {
            signal.addTo(sum, 1);
        }
        addEligible(sum);
        double deviation = deviation(sum);
        if (deviation > 0) {
            double factor = weight / deviation;
            for (int message = 0; message < total.length; message++) {
                total[message] += factor * sum[message];
            }
            together.forEach(signal -> addPart(signal, factor));
        }
    }

    /**
     * Adds the z-score of a signal. A message without a value counts as the mean, never as the worst; a message with a
     * value qualifies as a hit.
     */
    void addStandardised(double weight, ScoreSignal signal, BitSet present) {
        Standardised standardised = standardised(weight, signal, present);
        for (int message = 0; message < total.length; message++) {
            total[message] += standardised.at(message);
        }
        parts.add(new ScorePart(signal.name(), standardised::at, signal.detail()));
    }

    /**
     * Adds the z-score of an independent signal in quadrature: two positive scores combine to the square root of the
     * sum of their squares. Both signals are evidence of the same thing, so a message found by one alone counts in
     * full, and the second adds less than the first. A score below the mean is subtracted as it is.
     */
    void addInQuadrature(double weight, ScoreSignal signal, BitSet present) {
        double[] before = total;
        Standardised independent = standardised(weight, signal, present);
        total = new double[before.length];
        for (int message = 0; message < before.length; message++) {
            total[message] = inQuadrature(before[message], independent.at(message));
        }
        // Splits the combined score in proportion to the squares, so that the parts still add up to it.
        parts.replaceAll(part -> new ScorePart(
                part.name(),
                message -> part.at(message) * share(before[message], independent.at(message)),
                part.detail()));
        parts.add(new ScorePart(
                signal.name(),
                message -> independent.at(message) * share(independent.at(message), before[message]),
                signal.detail()));
    }

    /** Without a branch, which would be mispredicted for every other message: a positive number is the root of its square. */
    private static double inQuadrature(double one, double other) {
        double positive = Math.max(one, 0);
        double otherPositive = Math.max(other, 0);
        return Math.sqrt(positive * positive + otherPositive * otherPositive) + (Math.min(one, 0) + Math.min(other, 0));
    }

    private static double share(double one, double other) {
        return one > 0 && other > 0 ? one / inQuadrature(one, other) : 1;
    }

    private Standardised standardised(double weight, ScoreSignal signal, BitSet present) {
        double[] values = signal.values();
        int count = 0;
        double sum = 0;
        double squares = 0;
        BitSet counted = live(present);
        boolean all = counted.cardinality() == values.length;
        for (int message = 0; message < values.length; message++) {
            if (all || counted.get(message)) {
                count++;
                sum += values[message];
                squares += values[message] * values[message];
            }
        }
        eligible.or(counted);
        double mean = count == 0 ? 0 : sum / count;
        double deviation = count == 0 ? 0 : Math.sqrt(Math.max(0, squares / count - mean * mean));
        return new Standardised(values, present, weight, mean, deviation);
    }

    /** The weighted z-scores of a signal, 0 for a message without a value. */
    private static final class Standardised {

        private final double[] values;
        private final BitSet present;
        private final boolean allPresent;
        private final double weight;
        private final double mean;
        private final double deviation;

        Standardised(double[] values, BitSet present, double weight, double mean, double deviation) {
            this.values = values;
            this.present = present;
            this.allPresent = present.nextClearBit(0) >= values.length;
            this.weight = weight;
            this.mean = mean;
            this.deviation = deviation;
        }

        double at(int message) {
            return deviation > ROUNDING_ERROR && (allPresent || present.get(message))
                    ? weight * (values[message] - mean) / deviation
                    : 0;
        }
    }

    /** Adds a signal that moves hits up or down, but does not make a message a hit. */
    void addBoost(double weight, ScoreSignal signal) {
        signal.addTo(total, weight);
        addPart(signal, weight);
    }

    /** Adds a signal that finds messages by itself: one with a positive value qualifies as a hit. */
    void addRetrieved(double weight, ScoreSignal signal) {
        addBoost(weight, signal);
        eligible.or(signal.positive());
    }

    private void addPart(ScoreSignal signal, double weight) {
        if (!signal.isNone()) {
            parts.add(signal.times(weight));
        }
    }

    /** Adds the live messages with a positive sum. Word by word, because setting single bits of a large scope takes longer. */
    private void addEligible(double[] sum) {
        long[] words = new long[(sum.length + Long.SIZE - 1) / Long.SIZE];
        for (int message = 0; message < sum.length; message++) {
            words[message / Long.SIZE] |= (sum[message] > 0 ? 1L : 0L) << message;
        }
        eligible.or(live(BitSet.valueOf(words)));
    }

    private boolean isDead(int message) {
        return someDead && scopeIndex.isDead(message);
    }

    /** Returns the messages of a set that are not replaced. */
    private BitSet live(BitSet messages) {
        if (!someDead) {
            return messages;
        }
        BitSet live = BitSets.copyOf(messages);
        for (int message = live.nextSetBit(0); message >= 0; message = live.nextSetBit(message + 1)) {
            live.set(message, !scopeIndex.isDead(message));
        }
        return live;
    }

    private double deviation(double[] values) {
        int count = 0;
        double sum = 0;
        double squares = 0;
        for (int message = 0; message < values.length; message++) {
            if (!isDead(message)) {
                count++;
                sum += values[message];
                squares += values[message] * values[message];
            }
        }
        double mean = count == 0 ? 0 : sum / count;
        double variance = count == 0 ? 0 : squares / count - mean * mean;
        // Without variance (one message, or equal scores) any positive divisor will do; this one is never zero.
        return variance > ROUNDING_ERROR ? Math.max(Math.sqrt(variance), MIN_DEVIATION * mean) : sum > 0 ? mean : 0;
    }

    MessageScores join() {
        return new MessageScores(total, eligible, parts);
    }
}
