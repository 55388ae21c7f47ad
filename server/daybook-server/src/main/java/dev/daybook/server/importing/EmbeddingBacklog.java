package dev.daybook.server.importing;

import dev.daybook.Memory;
import dev.daybook.outcome.Receipt;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The batches that still lack vectors. The vectors of a scope are made in the order of its revisions, so the last
 * receipt of a batch covers the whole batch. Not thread-safe.
 */
final class EmbeddingBacklog {

    private static final Duration TURN = Duration.ofMillis(250);

    private final Deque<Batch> batches = new ArrayDeque<>();
    private long all;

    /** A number of entries of a scope, with the receipt of the last. */
    private record Batch(Memory memory, Receipt last, int entries) {}

    void add(Memory memory, Receipt last, int entries) {
        batches.add(new Batch(memory, last, entries));
        all += entries;
    }

    /**
     * Waits for all vectors.
     *
     * @param patience longest time without a finished batch
     * @return the number of entries without a vector
     */
    long await(Duration patience, ImportListener listener) {
        long done = 0;
        for (Batch batch = batches.peek(); batch != null; batch = batches.peek()) {
            listener.embedded(done, all);
            if (!isDone(batch, patience, done, listener)) {
                break;
            }
            batches.remove();
            done += batch.entries();
        }
        return all - done;
    }

    private boolean isDone(Batch batch, Duration patience, long done, ImportListener listener) {
        long end = System.nanoTime() + patience.toNanos();
        Receipt now = batch.memory().operations().await(batch.last(), TURN);
        while (now.vector() == Receipt.Progress.PENDING
                && System.nanoTime() - end < 0
                && !Thread.currentThread().isInterrupted()) {
            listener.embedded(done, all);
            now = batch.memory().operations().await(batch.last(), TURN);
        }
        return now.vector() != Receipt.Progress.PENDING;
    }
}
