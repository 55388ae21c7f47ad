package dev.daybook.spi;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/** The best rows of many, never more than a number of them. */
final class Best {

    private record Scored(Row row, double score) {}

    private final int count;
    private final PriorityQueue<Scored> worstFirst = new PriorityQueue<>(Comparator.comparingDouble(Scored::score));

    Best(int count) {
        this.count = count;
    }

    void offer(Row row, double score) {
        if (worstFirst.size() < count) {
            worstFirst.add(new Scored(row, score));
        } else if (!worstFirst.isEmpty() && worstFirst.element().score() < score) {
            worstFirst.remove();
            worstFirst.add(new Scored(row, score));
        }
    }

    Stream<Row> rows() {
        return worstFirst.stream().map(Scored::row);
    }
}
