package dev.daybook.recall;

import dev.daybook.data.Reason;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * The outcome of scoring: a number for every message, which of them may be hits, and what the numbers are made of.
 *
 * @param eligible the messages that have something to do with the question
 */
record MessageScores(double[] values, BitSet eligible, List<Signal> signals) {

    /** What the score of a message is made of, the largest part first. */
    List<Reason> reasons(int message) {
        return signals.stream()
                .filter(signal -> signal.values()[message] != 0)
                .map(signal -> new Reason(
                        signal.name(), signal.values()[message], signal.detail().apply(message)))
                .sorted(Comparator.comparingDouble(Reason::contribution).reversed())
                .toList();
    }
}
