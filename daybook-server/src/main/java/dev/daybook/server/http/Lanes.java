package dev.daybook.server.http;

import dev.daybook.server.problem.Limited;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where calls into the library run: on few platform threads, because SQLite and the embedder block those, and with a
 * short queue. What finds no place in the queue is refused at once, so that what was admitted keeps its latency. Slow
 * calls have a lane of their own.
 */
final class Lanes implements AutoCloseable {

    /** Writers share a flush, so more threads than processors pay; beyond this there is only more waiting. */
    private static final int THREADS_PER_PROCESSOR = 4;

    /** What is admitted waits for one other call at most. */
    private static final int QUEUED_PER_THREAD = 1;

    private static final int SLOW_THREADS = 4;
    private static final int SLOW_QUEUED = 8;
    private static final int RETRY_QUICK = 1;
    private static final int RETRY_SLOW = 5;
    private static final long LONGEST_END_SECONDS = 30;

    private final ThreadPoolExecutor quick;
    private final ThreadPoolExecutor slow;

    Lanes() {
        int threads = Math.max(4, THREADS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
        quick = pool("daybook-call", threads, threads * QUEUED_PER_THREAD);
        slow = pool("daybook-slow-call", SLOW_THREADS, SLOW_QUEUED);
    }

    /**
     * Runs a call in a lane and waits for it.
     *
     * @throws Limited if the lane is full; the call was not begun then
     */
    <T> T run(Route.Pace pace, Callable<T> call) throws Exception {
        boolean isSlow = pace == Route.Pace.SLOW;
        Future<T> running;
        try {
            running = (isSlow ? slow : quick).submit(call);
        } catch (RejectedExecutionException e) {
            int seconds = isSlow ? RETRY_SLOW : RETRY_QUICK;
            throw new Limited("more is asked than can be done now; ask again in " + seconds + " s", seconds);
        }
        try {
            return running.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** How many calls wait for a thread. */
    int waiting() {
        return quick.getQueue().size() + slow.getQueue().size();
    }

    /** Lets everything end that was admitted. */
    @Override
    public void close() {
        quick.shutdown();
        slow.shutdown();
        try {
            if (!quick.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS)
                    || !slow.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
                quick.shutdownNow();
                slow.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ThreadPoolExecutor pool(String name, int threads, int queued) {
        AtomicInteger number = new AtomicInteger();
        ThreadFactory factory = task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, 60, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queued), factory);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
