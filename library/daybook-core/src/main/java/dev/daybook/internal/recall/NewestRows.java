package dev.daybook.internal.recall;

import dev.daybook.internal.recall.EntryRanking.Candidate;
import dev.daybook.store.IndexRow;
import java.time.Instant;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The newest rows of a scan by time, in the order of hits without a score ({@link Candidate#BEST_FIRST}). A scan brings rows of
 * one time in another order, so it must be read to the end of the last time.
 */
final class NewestRows {

    private final int count;
    private final PriorityQueue<IndexRow> oldestFirst =
            new PriorityQueue<>((one, other) -> EntryRanking.byTime(other, one));

    /** @param count the number of rows to keep, at least 1 */
    NewestRows(int count) {
        this.count = count;
    }

    /** Returns whether neither a row of this time nor an older one is among the newest. */
    boolean isComplete(Instant time) {
        return oldestFirst.size() == count
                && time.isBefore(oldestFirst.element().time());
    }

    void offer(IndexRow row) {
        oldestFirst.add(row);
        if (oldestFirst.size() > count) {
            oldestFirst.remove();
        }
    }

    List<IndexRow> rows() {
        return List.copyOf(oldestFirst);
    }
}
