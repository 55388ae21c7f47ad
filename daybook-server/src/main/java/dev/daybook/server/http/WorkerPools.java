package dev.daybook.server.http;

import dev.daybook.server.problem.OverloadedException;
import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * The worker pools for library calls: few platform threads, because SQLite and the embedder block them. A call without
 * a place is refused at once (load shedding), so that admitted calls keep their latency. Slow calls, which may take
 * minutes, have a pool of their own, and one key gets half of it at most.
 */
final class WorkerPools implements AutoCloseable {

    /** Writers share a flush, so more threads than processors pay; many more only add waiting. */
    private static final int THREADS_PER_PROCESSOR = 2;

    /** At some milliseconds a call, a full queue waits an eighth of a second. */
    private static final int BURST_PER_THREAD = 32;

    private static final int SLOW_THREADS = 4;
    private static final int SLOW_BURST = 8;
    /** Calls that wait for the end of an operation have their own pool, so that they do not block slow calls. */
    private static final int WAITING_THREADS = 16;

    /** Longest wait for a quick call; after that a refusal with a retry time is a better answer. */
    private static final Duration LONGEST_QUICK_WAIT = Duration.ofSeconds(2);

    private static final Duration LONGEST_SLOW_WAIT = Duration.ofSeconds(60);
    private static final int RETRY_QUICK = 1;
    private static final int RETRY_SLOW = 5;
    private static final long LONGEST_END_NANOS = 30_000_000_000L;

    private final WorkerPool quick;
    private final WorkerPool slow;
    private final WorkerPool waits;

    WorkerPools() {
        int threads = Math.max(4, THREADS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
        quick = pool(
                "daybook-call",
                WorkerPoolSize.of(threads, BURST_PER_THREAD * threads),
                RETRY_QUICK,
                LONGEST_QUICK_WAIT);
        slow = pool(
                "daybook-slow-call", WorkerPoolSize.halfOfKey(SLOW_THREADS, SLOW_BURST), RETRY_SLOW, LONGEST_SLOW_WAIT);
        waits = pool("daybook-wait", WorkerPoolSize.halfOfKey(WAITING_THREADS, 0), RETRY_SLOW, LONGEST_SLOW_WAIT);
    }

    private static WorkerPool pool(String name, WorkerPoolSize size, int retrySeconds, Duration longestWait) {
        return new WorkerPool(name, size, retrySeconds, longestWait, System::nanoTime);
    }

    /**
     * Runs a call in a pool and waits for its end.
     *
     * @param key the id of the caller's key, see {@link RequestGuard#id}
     * @throws OverloadedException if the pool is full; the call was not begun
     */
    <T> T run(HttpRoute.Pace pace, String key, Callable<T> call) throws Exception {
        return pool(pace).run(key, call);
    }

    /** Runs a further part of an admitted call, see {@link WorkerPool#runOn}. */
    <T> T runOn(HttpRoute.Pace pace, String key, Callable<T> piece) throws Exception {
        return pool(pace).runOn(key, piece);
    }

    private WorkerPool pool(HttpRoute.Pace pace) {
        return switch (pace) {
            case QUICK -> quick;
            case SLOW -> slow;
            case WAIT -> waits;
        };
    }

    /** Returns the pool of most calls. */
    WorkerPool quick() {
        return quick;
    }

    /** Returns the number of queued calls. */
    int waiting() {
        return quick.waiting() + slow.waiting() + waits.waiting();
    }

    /** Completes all admitted calls. */
    @Override
    public void close() {
        quick.shut();
        slow.shut();
        waits.shut();
        long deadline = System.nanoTime() + LONGEST_END_NANOS;
        try {
            quick.end(deadline);
            slow.end(deadline);
            waits.end(deadline);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
