package dev.daybook.recall;

import dev.daybook.data.Reason;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/** The outcome of scoring: a number for every message, which of them may be hits, and what the numbers are made of. */
final class MessageScores {

    private final double[] values;
    private final BitSet eligible;
    private final List<Part> parts;

    MessageScores(double[] values, BitSet eligible, List<Part> parts) {
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

    /** What the score of a message is made of, the largest part first. */
    List<Reason> reasons(int message) {
        return parts.stream()
                .filter(part -> part.at(message) != 0)
                .map(part ->
                        new Reason(part.name(), part.at(message), part.detail().apply(message)))
                .sorted(Comparator.comparingDouble(Reason::contribution).reversed())
                .toList();
    }
}
