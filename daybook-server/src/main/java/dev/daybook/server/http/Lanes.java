package dev.daybook.server.http;

import dev.daybook.server.problem.Limited;
import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Where calls into the library run: on few platform threads, because SQLite and the embedder block those. What finds no
 * place is refused at once, so that what was admitted keeps its latency. Slow calls have a lane of their own, of which one key
 * has half at the most: they may take minutes.
 */
final class Lanes implements AutoCloseable {

    /** Writers share a flush, so more threads than processors pay; beyond this there is only more waiting. */
    private static final int THREADS_PER_PROCESSOR = 2;

    /** With some milliseconds a call, what comes in while something else has the processors waits an eighth of a second. */
    private static final int BURST_PER_THREAD = 32;

    private static final int SLOW_THREADS = 4;
    private static final int SLOW_BURST = 8;
    /** Those who wait for the end of an operation wait beside the slow calls, so that they keep nobody from those. */
    private static final int WAITING_THREADS = 16;

    /** A client that has waited so long for a quick call is better served by an answer that says when to come again. */
    private static final Duration LONGEST_QUICK_WAIT = Duration.ofSeconds(2);

    private static final Duration LONGEST_SLOW_WAIT = Duration.ofSeconds(60);
    private static final int RETRY_QUICK = 1;
    private static final int RETRY_SLOW = 5;
    private static final long LONGEST_END_NANOS = 30_000_000_000L;

    private final Lane quick;
    private final Lane slow;
    private final Lane waits;

    Lanes() {
        int threads = Math.max(4, THREADS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
        quick = lane("daybook-call", LaneSize.of(threads, BURST_PER_THREAD * threads), RETRY_QUICK, LONGEST_QUICK_WAIT);
        slow = lane("daybook-slow-call", LaneSize.halfOfKey(SLOW_THREADS, SLOW_BURST), RETRY_SLOW, LONGEST_SLOW_WAIT);
        waits = lane("daybook-wait", LaneSize.halfOfKey(WAITING_THREADS, 0), RETRY_SLOW, LONGEST_SLOW_WAIT);
    }

    private static Lane lane(String name, LaneSize size, int retrySeconds, Duration longestWait) {
        return new Lane(name, size, retrySeconds, longestWait, System::nanoTime);
    }

    /**
     * Runs a call in a lane and waits for it.
     *
     * @param key the id of the caller's key, see {@link Doorkeeper#id}
     * @throws Limited if the lane is full; the call was not begun then
     */
    <T> T run(Route.Pace pace, String key, Callable<T> call) throws Exception {
        return lane(pace).run(key, call);
    }

    /** Runs a further piece of a call that was admitted to a lane, see {@link Lane#runOn}. */
    <T> T runOn(Route.Pace pace, String key, Callable<T> piece) throws Exception {
        return lane(pace).runOn(key, piece);
    }

    private Lane lane(Route.Pace pace) {
        return switch (pace) {
            case QUICK -> quick;
            case SLOW -> slow;
            case WAIT -> waits;
        };
    }

    /** The lane of most calls. */
    Lane quick() {
        return quick;
    }

    /** How many calls wait for a thread. */
    int waiting() {
        return quick.waiting() + slow.waiting() + waits.waiting();
    }

    /** Lets everything end that was admitted. */
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
