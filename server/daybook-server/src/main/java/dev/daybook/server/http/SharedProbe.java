package dev.daybook.server.http;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A check that may hang, run on a thread of its own. At most one runs at a time: who asks while it runs waits for the
 * same answer, so that asking again and again does not pile up threads. Thread-safe.
 */
final class SharedProbe {

    private final String name;
    private final Callable<String> check;
    private @Nullable FutureTask<String> running;

    SharedProbe(String name, Callable<String> check) {
        this.name = name;
        this.check = check;
    }

    /**
     * Returns the answer of the check that runs, or of a new one.
     *
     * @throws TimeoutException if it takes longer; it goes on
     * @throws ExecutionException if the check fails
     */
    String await(Duration longest) throws TimeoutException, ExecutionException, InterruptedException {
        return running().get(longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized FutureTask<String> running() {
        if (running == null || running.isDone()) {
            FutureTask<String> next = new FutureTask<>(check);
            Thread thread = new Thread(next, name);
            thread.setDaemon(true);
            thread.start();
            running = next;
        }
        return running;
    }
}
