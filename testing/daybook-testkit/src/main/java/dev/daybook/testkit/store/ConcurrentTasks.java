package dev.daybook.testkit.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Concurrent runs of one task. */
public final class ConcurrentTasks {

    private ConcurrentTasks() {}

    /** Runs the same work on all threads at once and returns their results. */
    public static <T> List<T> together(int threads, IntFunction<Callable<T>> work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CountDownLatch start = new CountDownLatch(threads);
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Callable<T> call = work.apply(i);
                running.add(pool.submit(() -> {
                    start.countDown();
                    start.await();
                    return call.call();
                }));
            }
            List<T> answers = new ArrayList<>();
            for (Future<T> one : running) {
                answers.add(one.get());
            }
            return answers;
        } finally {
            pool.shutdownNow();
        }
    }
}
