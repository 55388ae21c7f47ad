package dev.daybook.internal.recall;

import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.store.Blob;
import dev.daybook.store.IndexRow;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/** The rows with the highest scores, bounded by their number and by the bytes of their sidecars. */
final class BestRows {

    private record ScoredRow(IndexRow row, double score) {}

    /** A thousand rows of usual entries are far below. */
    private static final long MAX_BYTES = 8_000_000;

    private final int count;
    private final PriorityQueue<ScoredRow> worstFirst =
            new PriorityQueue<>(Comparator.comparingDouble(ScoredRow::score));

    private long bytes;

    BestRows(int count) {
        this.count = count;
    }

    void offer(IndexRow row, double score) {
        boolean full = worstFirst.size() >= count || bytes > MAX_BYTES;
        if (full && (worstFirst.isEmpty() || worstFirst.element().score() >= score)) {
            return;
        }
        ReadBudget.take(bytes(row));
        worstFirst.add(new ScoredRow(row, score));
        bytes += bytes(row);
        while (worstFirst.size() > count || bytes > MAX_BYTES && worstFirst.size() > 1) {
            long dropped = bytes(worstFirst.remove().row());
            bytes -= dropped;
            ReadBudget.giveBack(dropped);
        }
    }

    static long bytes(IndexRow row) {
        return row.sidecars().values().stream().mapToLong(Blob::size).sum();
    }

    Stream<IndexRow> rows() {
        return worstFirst.stream().map(ScoredRow::row);
    }
}
