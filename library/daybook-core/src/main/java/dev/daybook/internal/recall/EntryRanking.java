package dev.daybook.internal.recall;

import dev.daybook.internal.index.EntrySlot;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a scope that pass the index filters, best first, and newest first among equals. Sorts the first few, which
 * are all that most queries read, and keeps the others in a heap.
 */
final class EntryRanking {

    /** Sorted beyond the wanted number, for the entries that a filter on the body rejects or the trust rule defers. */
    private static final int SPARE = 6;

    private final ScoredScope scoredScope;
    private final double[] scores;

    /** The best entries in order, and behind them the heap of the others. */
    private final int[] ranked;

    private final int sorted;
    private int taken;
    private int size;

    /** True once the others are a heap. Most queries do not read that far. */
    private boolean heaped;

    /**
     * Ranks the entries of a scope.
     *
     * @param passing the slots that pass the filters of the query; null: all
     * @param wanted how many the query reads if it can use all; more can be read
     */
    EntryRanking(ScoredScope scoredScope, @Nullable BitSet passing, int wanted) {
        this.scoredScope = scoredScope;
        this.scores = scoredScope.scores().values();
        BitSet eligible = scoredScope.scores().eligible();
        if (passing != null) {
            passing.and(eligible);
            eligible = passing;
        }
        this.ranked = new int[eligible.cardinality()];
        for (int slot = eligible.nextSetBit(0); slot >= 0; slot = eligible.nextSetBit(slot + 1)) {
            ranked[size++] = slot;
        }
        this.sorted = (int) Math.min((long) wanted + SPARE, size);
        sortBest();
    }

    /** An entry of a scored scope. */
    record Candidate(ScoredScope owner, int number) {

        /** Orders by score, then by time with the newest first, then by position and kind. */
        static final Comparator<Candidate> BEST_FIRST = Comparator.comparingDouble(Candidate::score)
                .reversed()
                .thenComparing(candidate -> candidate.slot().row(), EntryRanking::byTime);

        EntrySlot slot() {
            return owner.scopeIndex().slots().get(number);
        }

        EntryKey key() {
            return slot().row().key();
        }

        double score() {
            return owner.scores().values()[number];
        }
    }

    boolean isEmpty() {
        return taken == size;
    }

    Candidate first() {
        if (taken >= sorted && !heaped) {
            heap(sorted, size, true);
            heaped = true;
        }
        return new Candidate(scoredScope, ranked[Math.min(taken, sorted)]);
    }

    Candidate next() {
        Candidate first = first();
        if (taken++ >= sorted) {
            // The heap shrinks at its end, as it gives away its first.
            int left = size - (taken - sorted);
            ranked[sorted] = ranked[left];
            sink(sorted, sorted, left, true);
        }
        return first;
    }

    /** Moves the best entries to the front, in order. */
    private void sortBest() {
        heap(0, sorted, false);
        for (int i = sorted; i < size; i++) {
            if (isBefore(ranked[i], ranked[0])) {
                swap(0, i);
                sink(0, 0, sorted, false);
            }
        }
        for (int end = sorted - 1; end > 0; end--) {
            swap(0, end);
            sink(0, 0, end, false);
        }
    }

    /** Turns a range into a heap with its best, or its worst, entry first. */
    private void heap(int begin, int end, boolean bestFirst) {
        for (int parent = begin + (end - begin) / 2 - 1; parent >= begin; parent--) {
            sink(parent, begin, end, bestFirst);
        }
    }

    private void sink(int parent, int begin, int end, boolean bestFirst) {
        int moving = parent;
        while (true) {
            int first = moving;
            int left = begin + 2 * (moving - begin) + 1;
            if (left < end && isBefore(ranked[left], ranked[first]) == bestFirst) {
                first = left;
            }
            if (left + 1 < end && isBefore(ranked[left + 1], ranked[first]) == bestFirst) {
                first = left + 1;
            }
            if (first == moving) {
                return;
            }
            swap(first, moving);
            moving = first;
        }
    }

    private void swap(int one, int other) {
        int slot = ranked[one];
        ranked[one] = ranked[other];
        ranked[other] = slot;
    }

    /** Orders like {@link Candidate#BEST_FIRST}, without an object for each comparison. */
    private boolean isBefore(int slot, int other) {
        int byScore = Double.compare(scores[other], scores[slot]);
        if (byScore != 0) {
            return byScore < 0;
        }
        List<EntrySlot> slots = scoredScope.scopeIndex().slots();
        return byTime(slots.get(slot).row(), slots.get(other).row()) < 0;
    }

    /** Orders by time, newest first, then by position, first written first, then by kind: each kind has positions of its own. */
    static int byTime(IndexRow one, IndexRow other) {
        int newestFirst = other.time().compareTo(one.time());
        if (newestFirst != 0) {
            return newestFirst;
        }
        int byPosition = Long.compare(one.position(), other.position());
        return byPosition != 0
                ? byPosition
                : one.key().kind().compareTo(other.key().kind());
    }
}
