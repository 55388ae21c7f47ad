package dev.daybook.cassandra;

import dev.daybook.error.StoreException;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A thread for the removals of a store, one at a time, so that a caller waits no longer than it wants. */
final class RemovalThread implements AutoCloseable {

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ErasureNumbers numbers;
    private final Supplier<HealthReport> removal;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread made = new Thread(work, "daybook-cassandra-removal");
        made.setDaemon(true);
        return made;
    });

    private @Nullable Future<HealthReport> running;

    RemovalThread(ErasureNumbers numbers, Supplier<HealthReport> removal) {
        this.numbers = numbers;
        this.removal = removal;
    }

    /** Returns the state of the bytes of an erasure, starting a removal if there is time to wait for it. */
    ErasureReceipt.Bytes bytes(long erasure, Duration wait) {
        long begin = System.nanoTime();
        long last = Math.min(erasure, numbers.last());
        try {
            while (numbers.removed() < last) {
                long left = wait.toNanos() - (System.nanoTime() - begin);
                if (left <= 0) {
                    return ErasureReceipt.Bytes.PENDING;
                }
                if (!result(running(), left).ok()) {
                    TimeUnit.NANOSECONDS.sleep(Math.min(left, PAUSE_NANOS));
                }
            }
            return ErasureReceipt.Bytes.GONE;
        } catch (TimeoutException late) {
            return ErasureReceipt.Bytes.PENDING;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Removes the bytes of all erasures so far, or returns why some remain. */
    HealthReport remove() {
        long last = numbers.last();
        try {
            HealthReport report;
            do {
                report = result(running(), Long.MAX_VALUE);
            } while (report.ok() && numbers.removed() < last);
            return report;
        } catch (TimeoutException | InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static StoreException interrupted(Exception e) {
        Thread.currentThread().interrupt();
        return new StoreException("the wait for the removal of bytes was interrupted; the removal goes on", e, true);
    }

    private synchronized Future<HealthReport> running() {
        if (running == null || running.isDone()) {
            running = thread.submit(removal::get);
        }
        return running;
    }

    private static HealthReport result(Future<HealthReport> removal, long nanos)
            throws InterruptedException, TimeoutException {
        try {
            return removal.get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failure.getCause());
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
