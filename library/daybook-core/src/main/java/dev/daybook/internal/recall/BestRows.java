package dev.daybook.internal.recall;

import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.store.Blob;
import dev.daybook.store.IndexRow;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.BinaryOperator;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The rows with the highest scores, bounded by their number and by the bytes of their sidecars; on request also by the number of
 * those with the same words, so that no text in many copies hides all others; the newest of these always stays.
 */
final class BestRows {

    private record ScoredRow(IndexRow row, double score) {}

    /** The part of the rows that may have the same words, one in so many: more than most queries ask for. */
    private static final int COPIES_ONE_IN = 20;

    private static final Comparator<ScoredRow> NEWEST_FIRST =
            Comparator.comparing(ScoredRow::row, EntryRanking::byTime);

    /** A thousand rows of usual entries are far below. */
    private static final long MAX_BYTES = 8_000_000;

    private final int count;
    private final PriorityQueue<ScoredRow> worstFirst =
            new PriorityQueue<>(Comparator.comparingDouble(ScoredRow::score));

    /** The number of rows by their words. */
    private final Map<Long, Integer> copies = new HashMap<>();

    /** The newest of the rows beyond these, by their words. */
    private final Map<Long, ScoredRow> newest = new HashMap<>();

    private long bytes;

    BestRows(int count) {
        this.count = count;
    }

    /**
     * Offers a row among others with the same words. One that is below all rows of a full list is not counted, so that the
     * counts stay few in a scope of any size.
     *
     * @param signature returns the same for rows with the same words
     */
    void offerCopy(IndexRow row, double score, LongSupplier signature) {
        if (isFull() && (worstFirst.isEmpty() || worstFirst.element().score() > score)) {
            return;
        }
        long words = signature.getAsLong();
        if (copies.getOrDefault(words, 0) * COPIES_ONE_IN < count) {
            copies.merge(words, 1, Integer::sum);
            offer(row, score);
        } else {
            newest.merge(words, new ScoredRow(row, score), BinaryOperator.minBy(NEWEST_FIRST));
        }
    }

    void offer(IndexRow row, double score) {
        if (!isAmongBest(score)) {
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

    private boolean isFull() {
        return worstFirst.size() >= count || bytes > MAX_BYTES;
    }

    private boolean isAmongBest(double score) {
        return !isFull() || !worstFirst.isEmpty() && worstFirst.element().score() < score;
    }

    static long bytes(IndexRow row) {
        return row.sidecars().values().stream().mapToLong(Blob::size).sum();
    }

    Stream<IndexRow> rows() {
        ScoredRow worst = worstFirst.peek();
        List<ScoredRow> copied = newest.values().stream()
                .filter(copy -> worst != null && worst.score() <= copy.score())
                .toList();
        copied.forEach(copy -> ReadBudget.take(bytes(copy.row())));
        return Stream.concat(worstFirst.stream(), copied.stream()).map(ScoredRow::row);
    }
}
