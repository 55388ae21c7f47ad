package dev.daybook.internal.scoring;

import dev.daybook.outcome.ScoreReason;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * The result of a scoring: a score for every message, the messages that qualify as hits, and the parts of each score.
 */
final class MessageScores {

    private final double[] values;
    private final BitSet eligible;
    private final List<ScorePart> parts;

    MessageScores(double[] values, BitSet eligible, List<ScorePart> parts) {
        this.values = values;
        this.eligible = eligible;
        this.parts = parts;
    }

    double[] values() {
        return values;
    }

    BitSet eligible() {
        return eligible;
    }

    /** Returns the parts of the score of a message, the largest first. */
    List<ScoreReason> reasons(int message) {
        return parts.stream()
                .filter(part -> part.at(message) != 0)
                .map(part -> new ScoreReason(
                        part.name(), part.at(message), part.detail().apply(message)))
                .sorted(Comparator.comparingDouble(ScoreReason::contribution).reversed())
                .toList();
    }
}
