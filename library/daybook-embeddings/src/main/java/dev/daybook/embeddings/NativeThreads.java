package dev.daybook.embeddings;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bounded pool of platform threads for native work, shared by any number of platform or virtual threads. Queries go
 * before documents, because a caller waits for them; otherwise first in, first out. Idle threads end. Thread-safe.
 */
final class NativeThreads {

    /** In order of priority. */
    enum Kind {
        QUESTION,
        DOCUMENT
    }

    private static final int IDLE_SECONDS = 10;

    private final AtomicLong numbers = new AtomicLong();
    private final ThreadPoolExecutor threads;

    NativeThreads(int count) {
        threads = new ThreadPoolExecutor(
                count, count, IDLE_SECONDS, TimeUnit.SECONDS, new PriorityBlockingQueue<>(), NativeThreads::thread);
        threads.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "daybook-embedder");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Runs all tasks and returns the results in order. If a task fails, or the caller is interrupted, the tasks not yet
     * begun are dropped.
     *
     * @throws CancellationException if the caller is interrupted; the interrupt flag stays set
     * @throws ExecutionException if a task failed, with its failure as the cause
     */
    <T> List<T> all(Kind kind, List<Callable<T>> work) throws ExecutionException {
        List<Task<T>> tasks = new ArrayList<>(work.size());
        for (Callable<T> piece : work) {
            tasks.add(new Task<>(kind, numbers.getAndIncrement(), piece));
        }
        List<T> results = new ArrayList<>(work.size());
        try {
            tasks.forEach(threads::execute);
            for (Task<T> task : tasks) {
                results.add(task.get());
            }
            return results;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while embedding; no vector was made");
        } finally {
            if (results.size() < tasks.size()) {
                tasks.forEach(task -> task.cancel(false));
            }
        }
    }

    private static final class Task<T> extends FutureTask<T> implements Comparable<Task<?>> {
        private final Kind kind;
        private final long number;

        Task(Kind kind, long number, Callable<T> work) {
            super(work);
            this.kind = kind;
            this.number = number;
        }

        @Override
        public int compareTo(Task<?> other) {
            return kind == other.kind ? Long.compare(number, other.number) : kind.compareTo(other.kind);
        }
    }
}
