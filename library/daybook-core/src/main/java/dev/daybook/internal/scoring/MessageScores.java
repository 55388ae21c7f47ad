package dev.daybook.internal.scoring;

import dev.daybook.outcome.ScoreReason;
import java.util.ArrayList;
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
        List<ScoreReason> reasons = new ArrayList<>(parts.size());
        for (ScorePart part : parts) {
            double contribution = part.at(message);
            if (contribution != 0) {
                reasons.add(
                        new ScoreReason(part.name(), contribution, part.detail().apply(message)));
            }
        }
        reasons.sort(Comparator.comparingDouble(ScoreReason::contribution).reversed());
        return reasons;
    }
}
