package dev.daybook.server.admission;

import dev.daybook.server.problem.OverloadedException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

/**
 * The bulkheads for library calls: few at a time, because SQLite and the embedder block their threads. A call without
 * a place is refused at once (load shedding), so that admitted calls keep their latency. Slow calls, which may take
 * minutes, have a bulkhead of their own, and one key gets half of it at most.
 */
public final class CallBulkheads implements AutoCloseable {

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

    private final Map<CallPace, CallBulkhead> byPace = new EnumMap<>(CallPace.class);

    public CallBulkheads() {
        int processors = Runtime.getRuntime().availableProcessors();
        int calls = CALLS_PER_PROCESSOR * processors;
        BulkheadSize quick =
                BulkheadSize.of(calls, CALLS_PER_PROCESSOR_IN_OVERLOAD * processors, BURST_PER_CALL * calls);
        byPace.put(CallPace.QUICK, new CallBulkhead(quick, RETRY_QUICK, MAX_QUICK_WAIT, System::nanoTime));
        addSlow(CallPace.SLOW, BulkheadSize.halfOfKey(SLOW_CALLS, SLOW_BURST));
        addSlow(CallPace.WAIT, BulkheadSize.halfOfKey(WAITING_CALLS, 0));
    }

    private void addSlow(CallPace pace, BulkheadSize size) {
        byPace.put(pace, new CallBulkhead(size, RETRY_SLOW, MAX_SLOW_WAIT, System::nanoTime));
    }

    /**
     * Runs a call in a bulkhead, on this thread.
     *
     * @param key the id of the caller's key, see {@link RequestGuard#id}
     * @throws OverloadedException if the bulkhead is full; the call was not begun
     */
    public <T> T run(CallPace pace, String key, Callable<T> call) throws Exception {
        return of(pace).run(key, call);
    }

    /** Runs a further part of an admitted call, however long it must wait. */
    public <T> T runOn(CallPace pace, String key, Callable<T> piece) throws Exception {
        return of(pace).runOn(key, piece);
    }

    CallBulkhead of(CallPace pace) {
        return Objects.requireNonNull(byPace.get(pace));
    }

    /** Returns the number of queued calls. */
    public int waiting() {
        return byPace.values().stream().mapToInt(CallBulkhead::waiting).sum();
    }

    /** Completes all admitted calls. */
    @Override
    public void close() {
        byPace.values().forEach(CallBulkhead::shut);
        long deadline = System.nanoTime() + MAX_END_NANOS;
        try {
            for (CallBulkhead bulkhead : byPace.values()) {
                bulkhead.end(deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
