package dev.daybook.recall;

import dev.daybook.data.Reason;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/** The outcome of scoring: a number for every message, which of them may be hits, and what the numbers are made of. */
final class MessageScores {

    private final double[] values;
    private final BitSet eligible;
    private final List<Signal> signals;

    MessageScores(double[] values, BitSet eligible, List<Signal> signals) {
        this.values = values;
        this.eligible = eligible;
        this.signals = signals;
    }

    double[] values() {
        return values;
    }

    BitSet eligible() {
        return eligible;
    }

    List<Signal> signals() {
        return signals;
    }

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
