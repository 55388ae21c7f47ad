package dev.daybook.server.http;

import dev.daybook.server.problem.OverloadedException;
import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * The bulkheads for library calls: few at a time, because SQLite and the embedder block their threads. A call without
 * a place is refused at once (load shedding), so that admitted calls keep their latency. Slow calls, which may take
 * minutes, have a bulkhead of their own, and one key gets half of it at most.
 */
final class CallBulkheads implements AutoCloseable {

    /**
     * Writers share a flush, so more calls than processors pay; with fewer, most calls would sleep until another one ends,
     * which costs a change of thread.
     */
    private static final int CALLS_PER_PROCESSOR = 8;

    /** An overload keeps the processors busy by itself; with more calls at once each takes longer (decision 102). */
    private static final int CALLS_PER_PROCESSOR_IN_OVERLOAD = 2;

    /** At some milliseconds a call on a processor, a full queue waits an eighth of a second. */
    private static final int BURST_PER_CALL = 8;

    private static final int SLOW_CALLS = 4;
    private static final int SLOW_BURST = 8;
    /** Calls that wait for the end of an operation have their own bulkhead, so that they do not block slow calls. */
    private static final int WAITING_CALLS = 16;

    /** Longest wait for a quick call; after that a refusal with a retry time is a better answer. */
    private static final Duration MAX_QUICK_WAIT = Duration.ofSeconds(2);

    private static final Duration MAX_SLOW_WAIT = Duration.ofSeconds(60);
    private static final int RETRY_QUICK = 1;
    private static final int RETRY_SLOW = 5;
    private static final long MAX_END_NANOS = 30_000_000_000L;

    private final CallBulkhead quick;
    private final CallBulkhead slow;
    private final CallBulkhead waits;

    CallBulkheads() {
        int processors = Runtime.getRuntime().availableProcessors();
        int calls = CALLS_PER_PROCESSOR * processors;
        quick = bulkhead(
                BulkheadSize.of(calls, CALLS_PER_PROCESSOR_IN_OVERLOAD * processors, BURST_PER_CALL * calls),
                RETRY_QUICK,
                MAX_QUICK_WAIT);
        slow = bulkhead(BulkheadSize.halfOfKey(SLOW_CALLS, SLOW_BURST), RETRY_SLOW, MAX_SLOW_WAIT);
        waits = bulkhead(BulkheadSize.halfOfKey(WAITING_CALLS, 0), RETRY_SLOW, MAX_SLOW_WAIT);
    }

    private static CallBulkhead bulkhead(BulkheadSize size, int retrySeconds, Duration longestWait) {
        return new CallBulkhead(size, retrySeconds, longestWait, System::nanoTime);
    }

    /**
     * Runs a call in a bulkhead, on this thread.
     *
     * @param key the id of the caller's key, see {@link RequestGuard#id}
     * @throws OverloadedException if the bulkhead is full; the call was not begun
     */
    <T> T run(HttpRoute.Pace pace, String key, Callable<T> call) throws Exception {
        return bulkhead(pace).run(key, call);
    }

    /** Runs a further part of an admitted call, see {@link CallBulkhead#runOn}. */
    <T> T runOn(HttpRoute.Pace pace, String key, Callable<T> piece) throws Exception {
        return bulkhead(pace).runOn(key, piece);
    }

    private CallBulkhead bulkhead(HttpRoute.Pace pace) {
        return switch (pace) {
            case QUICK -> quick;
            case SLOW -> slow;
            case WAIT -> waits;
        };
    }

    /** Returns the bulkhead of most calls. */
    CallBulkhead quick() {
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
        long deadline = System.nanoTime() + MAX_END_NANOS;
        try {
            quick.end(deadline);
            slow.end(deadline);
            waits.end(deadline);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
