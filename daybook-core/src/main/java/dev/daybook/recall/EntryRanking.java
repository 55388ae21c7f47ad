package dev.daybook.recall;

import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The entries of a scope that pass the index filters, best first, and newest first among equals. A heap, because a
 * query usually reads only the first few.
 */
final class EntryRanking {

    private final ScoredScope scoredScope;
    private final double[] scores;
    private final int[] heap;
    private int size;

    EntryRanking(ScoredScope scoredScope, Predicate<EntrySlot> filter) {
        this.scoredScope = scoredScope;
        this.scores = scoredScope.scores().values();
        BitSet eligible = scoredScope.scores().eligible();
        this.heap = new int[eligible.cardinality()];
        for (int slot = eligible.nextSetBit(0); slot >= 0; slot = eligible.nextSetBit(slot + 1)) {
            if (filter.test(scoredScope.scopeIndex().slots().get(slot))) {
                heap[size++] = slot;
            }
        }
        for (int parent = size / 2 - 1; parent >= 0; parent--) {
            sink(parent);
        }
    }

    /** An entry of a scored scope. */
    record Candidate(ScoredScope owner, int number) {

        /** Orders by score, then by time with the newest first, then by position. */
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
        return size == 0;
    }

    Candidate first() {
        return new Candidate(scoredScope, heap[0]);
    }

    Candidate next() {
        Candidate first = first();
        heap[0] = heap[--size];
        sink(0);
        return first;
    }

    private void sink(int parent) {
        int moving = parent;
        while (true) {
            int best = moving;
            int left = 2 * moving + 1;
            if (left < size && isBefore(heap[left], heap[best])) {
                best = left;
            }
            if (left + 1 < size && isBefore(heap[left + 1], heap[best])) {
                best = left + 1;
            }
            if (best == moving) {
                return;
            }
            int other = heap[best];
            heap[best] = heap[moving];
            heap[moving] = other;
            moving = best;
        }
    }

    private boolean isBefore(int slot, int other) {
        // Compares the plain scores first. They nearly always decide, and a heap makes more comparisons than there are
        // entries.
        int byScore = Double.compare(scores[other], scores[slot]);
        List<EntrySlot> slots = scoredScope.scopeIndex().slots();
        return byScore != 0
                ? byScore < 0
                : byTime(slots.get(slot).row(), slots.get(other).row()) < 0;
    }

    private static int byTime(IndexRow one, IndexRow other) {
        int newestFirst = other.time().compareTo(one.time());
        return newestFirst != 0 ? newestFirst : Long.compare(one.position(), other.position());
    }
}
