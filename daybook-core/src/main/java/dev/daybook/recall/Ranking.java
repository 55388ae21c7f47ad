package dev.daybook.recall;

import dev.daybook.spi.Key;
import java.util.Comparator;
import java.util.function.Predicate;

/**
 * The entries of a partition that pass the filters, handed out best first, equal ones newest first. A heap, because
 * usually only the first few are asked for.
 */
final class Ranking {

    private final Pool pool;
    private final int[] heap;
    private int size;

    Ranking(Pool pool, Predicate<Slot> filter) {
        this.pool = pool;
        this.heap = pool.scores().eligible().stream()
                .filter(slot -> filter.test(pool.partition().slots().get(slot)))
                .toArray();
        this.size = heap.length;
        for (int parent = size / 2 - 1; parent >= 0; parent--) {
            sink(parent);
        }
    }

    /** An entry of a pool. */
    record Candidate(Pool pool, int number) {

        /** The best first, equal ones newest first, those of one time in the order in which they were written. */
        static final Comparator<Candidate> BEST_FIRST = Comparator.comparingDouble(Candidate::score)
                .reversed()
                .thenComparing(candidate -> candidate.slot().row().time(), Comparator.reverseOrder())
                .thenComparingLong(candidate -> candidate.slot().row().position());

        Slot slot() {
            return pool.partition().slots().get(number);
        }

        Key key() {
            return slot().row().key();
        }

        double score() {
            return pool.scores().values()[number];
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    Candidate first() {
        return new Candidate(pool, heap[0]);
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
        return Candidate.BEST_FIRST.compare(new Candidate(pool, slot), new Candidate(pool, other)) < 0;
    }
}
