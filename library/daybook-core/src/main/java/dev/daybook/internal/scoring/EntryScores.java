package dev.daybook.internal.scoring;

import dev.daybook.internal.index.EntrySlot;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.ScoreReason;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A score per entry slot of a scope, with the entries that qualify as hits. Messages and reasons are computed on
 * demand, for hits only.
 */
public final class EntryScores {

    private final double[] values;
    private final BitSet eligible;
    private final IntFunction<List<Hit.MessageScore>> messages;
    private final IntFunction<List<ScoreReason>> why;
    private final IntUnaryOperator best;
    private final MessageReasons whyOfMessage;

    /** The reasons of the score of one message of an entry. */
    private interface MessageReasons {

        /** @param message the index of the message in its entry */
        List<ScoreReason> of(int slot, int message);
    }

    public EntryScores(
            double[] values,
            BitSet eligible,
            IntFunction<List<Hit.MessageScore>> messages,
            IntFunction<List<ScoreReason>> why) {
        this(values, eligible, messages, why, slot -> 0, (slot, message) -> why.apply(slot));
    }

    private EntryScores(
            double[] values,
            BitSet eligible,
            IntFunction<List<Hit.MessageScore>> messages,
            IntFunction<List<ScoreReason>> why,
            IntUnaryOperator best,
            MessageReasons whyOfMessage) {
        this.values = values;
        this.eligible = eligible;
        this.messages = messages;
        this.why = why;
        this.best = best;
        this.whyOfMessage = whyOfMessage;
    }

    /** Returns the scores with one more reason for each entry. */
    public EntryScores because(ScoreReason reason) {
        return new EntryScores(
                values,
                eligible,
                messages,
                slot -> with(why.apply(slot), reason),
                best,
                (slot, message) -> with(whyOfMessage.of(slot, message), reason));
    }

    private static List<ScoreReason> with(List<ScoreReason> why, ScoreReason reason) {
        return Stream.concat(why.stream(), Stream.of(reason)).toList();
    }

    /** Returns the scores without any entry that qualifies as a hit. */
    public EntryScores withoutHits() {
        return new EntryScores(values, new BitSet(), messages, why, best, whyOfMessage);
    }

    public double[] values() {
        return values;
    }

    public BitSet eligible() {
        return eligible;
    }

    public IntFunction<List<Hit.MessageScore>> messages() {
        return messages;
    }

    public IntFunction<List<ScoreReason>> why() {
        return why;
    }

    /** Returns the index of the best message of an entry, 0 if its messages are not scored. */
    public int best(int slot) {
        return best.applyAsInt(slot);
    }

    /**
     * Returns the reasons of the score of one message.
     *
     * @param message the index of the message in its entry
     */
    public List<ScoreReason> why(int slot, int message) {
        return whyOfMessage.of(slot, message);
    }

    /** Gives all live entries the same score, which leaves their order to their time. */
    static EntryScores alike(ScopeIndex scopeIndex) {
        BitSet eligible = new BitSet();
        for (int slot = 0; slot < scopeIndex.slots().size(); slot++) {
            eligible.set(slot, scopeIndex.isLive(slot));
        }
        return new EntryScores(new double[scopeIndex.slots().size()], eligible, slot -> List.of(), slot -> List.of());
    }

    /** Gives each entry the score of its best message. */
    static EntryScores ofMessages(ScopeIndex scopeIndex, MessageScores scores) {
        double[] values = new double[scopeIndex.slots().size()];
        BitSet eligible = new BitSet(values.length);
        int[] best = new int[values.length];
        double[] messageValues = scores.values();
        BitSet hits = scores.eligible();
        int last = -1;
        for (int message = hits.nextSetBit(0); message >= 0; message = hits.nextSetBit(message + 1)) {
            int slot = scopeIndex.slotOfMessage(message);
            double score = messageValues[message];
            // The messages of an entry have consecutive numbers.
            if (slot != last) {
                eligible.set(slot);
            }
            if (slot != last || score > values[slot]) {
                values[slot] = score;
                best[slot] = message;
            }
            last = slot;
        }
        return new EntryScores(
                values,
                eligible,
                slot -> messageScores(scopeIndex.slots().get(slot), scores),
                slot -> scores.reasons(best[slot]),
                slot -> best[slot] - scopeIndex.slots().get(slot).firstMessage(),
                (slot, message) -> scores.reasons(scopeIndex.slots().get(slot).firstMessage() + message));
    }

    private static List<Hit.MessageScore> messageScores(EntrySlot slot, MessageScores scores) {
        return IntStream.range(0, slot.messages())
                .mapToObj(index -> new Hit.MessageScore(index, scores.values()[slot.firstMessage() + index]))
                .sorted(Comparator.comparingDouble(Hit.MessageScore::score).reversed())
                .toList();
    }
}
