package dev.daybook.bench.child;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.DoubleStream;

/**
 * The durations of one operation, with the wall-clock time and the processor time of the process over all of them.
 *
 * @param milliseconds the durations in ascending order
 */
record OperationTimings(List<Double> milliseconds, double seconds, double processorSeconds) {

    /** Fewer are no median; a slow operation overruns its budget for them. */
    private static final int MIN = 5;

    /** An operation to measure. */
    interface Operation {
        void run() throws Exception;
    }

    /** Repeats an operation in this thread until the budget is spent or the maximal number of runs is reached. */
    static OperationTimings repeat(int warmUps, int most, double budgetSeconds, Operation operation) throws Exception {
        for (int i = 0; i < warmUps; i++) {
            operation.run();
        }
        double[] durations = new double[most];
        int count = 0;
        long processor = processorNanos();
        long begin = System.nanoTime();
        while (count < most && (count < MIN || secondsSince(begin) < budgetSeconds)) {
            durations[count++] = millisecondsOf(operation);
        }
        return of(DoubleStream.of(Arrays.copyOf(durations, count)), secondsSince(begin), processor);
    }

    /**
     * Runs an operation at fixed times. A run that begins late, because the one before was slow, is timed from when it
     * was due: a long pause delays every run that was due in it, and not one only.
     */
    static OperationTimings paced(int count, Duration interval, Operation operation) throws Exception {
        double[] durations = new double[count];
        long processor = processorNanos();
        long begin = System.nanoTime();
        for (int i = 0; i < count; i++) {
            long due = begin + i * interval.toNanos();
            boolean late = System.nanoTime() > due;
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            long from = late ? due : System.nanoTime();
            operation.run();
            durations[i] = (System.nanoTime() - from) / 1e6;
        }
        return of(DoubleStream.of(durations), secondsSince(begin), processor);
    }

    /** Repeats an operation in several threads until the budget is spent, at least once in each. */
    static OperationTimings concurrent(int threads, double budgetSeconds, Operation operation)
            throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            long processor = processorNanos();
            long begin = System.nanoTime();
            Callable<List<Double>> loop = () -> {
                List<Double> durations = new ArrayList<>();
                do {
                    durations.add(millisecondsOf(operation));
                } while (secondsSince(begin) < budgetSeconds);
                return durations;
            };
            List<Future<List<Double>>> loops = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                loops.add(pool.submit(loop));
            }
            List<Double> all = new ArrayList<>();
            for (Future<List<Double>> each : loops) {
                all.addAll(each.get());
            }
            return of(all.stream().mapToDouble(Double::doubleValue), secondsSince(begin), processor);
        } finally {
            pool.shutdownNow();
        }
    }

    static double millisecondsOf(Operation operation) throws Exception {
        long begin = System.nanoTime();
        operation.run();
        return (System.nanoTime() - begin) / 1e6;
    }

    /** Returns the processor time that this process has had. */
    static long processorNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** Returns the duration that this part of the runs stayed within: 0.5 is the median. */
    double percentile(double part) {
        int index = (int) Math.ceil(part * milliseconds.size()) - 1;
        return milliseconds.get(Math.max(0, index));
    }

    /** Returns the figures by the names of the protocol. */
    Map<String, Object> figures() {
        int count = milliseconds.size();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("ops", count);
        figures.put("p50_ms", percentile(0.5));
        figures.put("p99_ms", percentile(0.99));
        figures.put("max_ms", milliseconds.get(count - 1));
        figures.put("min_ms", milliseconds.get(0));
        figures.put("ops_s", count / seconds);
        figures.put("cpu_ms", processorSeconds * 1e3 / count);
        return figures;
    }

    private static OperationTimings of(DoubleStream durations, double seconds, long processorBefore) {
        double processorSeconds = (processorNanos() - processorBefore) / 1e9;
        return new OperationTimings(durations.sorted().boxed().toList(), seconds, processorSeconds);
    }

    private static double secondsSince(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }
}
