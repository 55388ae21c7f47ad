package dev.daybook.spi;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/** The best rows of many, never more than a number of them, nor than a number of bytes: each holds what is beside its entry. */
final class Best {

    private record Scored(Row row, double score) {}

    /** A thousand rows of usual entries are far below. */
    private static final long MOST_BYTES = 32_000_000;

    private final int count;
    private final PriorityQueue<Scored> worstFirst = new PriorityQueue<>(Comparator.comparingDouble(Scored::score));

    private long bytes;

    Best(int count) {
        this.count = count;
    }

    void offer(Row row, double score) {
        boolean full = worstFirst.size() >= count || bytes > MOST_BYTES;
        if (full && (worstFirst.isEmpty() || worstFirst.element().score() >= score)) {
            return;
        }
        worstFirst.add(new Scored(row, score));
        bytes += bytes(row);
        while (worstFirst.size() > count || bytes > MOST_BYTES && worstFirst.size() > 1) {
            bytes -= bytes(worstFirst.remove().row());
        }
    }

    private static long bytes(Row row) {
        return row.sidecars().values().stream().mapToLong(Blob::size).sum();
    }

    Stream<Row> rows() {
        return worstFirst.stream().map(Scored::row);
    }
}
