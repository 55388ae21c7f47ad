package dev.daybook.recall;

import dev.daybook.data.Hit;
import dev.daybook.data.Reason;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A number for every entry of a partition, by slot; which of them may be hits; and, asked for hits only, their messages by
 * score and what the score is made of.
 */
final class EntryScores {

    private final double[] values;
    private final BitSet eligible;
    private final IntFunction<List<Hit.MessageScore>> messages;
    private final IntFunction<List<Reason>> why;

    EntryScores(
            double[] values,
            BitSet eligible,
            IntFunction<List<Hit.MessageScore>> messages,
            IntFunction<List<Reason>> why) {
        this.values = values;
        this.eligible = eligible;
        this.messages = messages;
        this.why = why;
    }

    double[] values() {
        return values;
    }

    BitSet eligible() {
        return eligible;
    }

    IntFunction<List<Hit.MessageScore>> messages() {
        return messages;
    }

    IntFunction<List<Reason>> why() {
        return why;
    }

    /** All live entries alike: only their order in time tells them apart. */
    static EntryScores alike(Partition partition) {
        BitSet eligible = new BitSet();
        for (int slot = 0; slot < partition.slots().size(); slot++) {
            eligible.set(slot, partition.isLive(slot));
        }
        return new EntryScores(new double[partition.slots().size()], eligible, slot -> List.of(), slot -> List.of());
    }

    /** An entry is as good as its best message. */
    static EntryScores ofMessages(Partition partition, MessageScores scores) {
        double[] values = new double[partition.slots().size()];
        BitSet eligible = new BitSet();
        int[] best = new int[values.length];
        for (int message = scores.eligible().nextSetBit(0);
                message >= 0;
                message = scores.eligible().nextSetBit(message + 1)) {
            int slot = partition.slotOfMessage(message);
            double score = scores.values()[message];
            if (!eligible.get(slot) || score > values[slot]) {
                values[slot] = score;
                best[slot] = message;
                eligible.set(slot);
            }
        }
        return new EntryScores(
                values,
                eligible,
                slot -> messageScores(partition.slots().get(slot), scores),
                slot -> scores.reasons(best[slot]));
    }

    private static List<Hit.MessageScore> messageScores(Slot slot, MessageScores scores) {
        return IntStream.range(0, slot.messages())
                .mapToObj(index -> new Hit.MessageScore(index, scores.values()[slot.firstMessage() + index]))
                .sorted(Comparator.comparingDouble(Hit.MessageScore::score).reversed())
                .toList();
    }
}
