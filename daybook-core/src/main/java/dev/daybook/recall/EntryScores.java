package dev.daybook.recall;

import dev.daybook.data.Hit;
import dev.daybook.data.Reason;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A number for every entry of a partition.
 *
 * @param values by slot
 * @param eligible the slots that have something to do with the question
 * @param messages the messages of a slot by score, the best first; asked for hits only
 * @param why what the score of a slot is made of; asked for hits only
 */
record EntryScores(
        double[] values, BitSet eligible, IntFunction<List<Hit.MessageScore>> messages, IntFunction<List<Reason>> why) {

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
