package dev.daybook.bench.speed;

import java.util.Arrays;
import java.util.Locale;

/** The durations of one operation over many runs. */
final class LatencyTimings {

    private final long[] nanoseconds;

    private LatencyTimings(long[] nanoseconds) {
        this.nanoseconds = nanoseconds;
    }

    static LatencyTimings of(int times, Runnable task) {
        return of(times, () -> {}, task);
    }

    /** Does something before each, which is not timed. */
    static LatencyTimings of(int times, Runnable before, Runnable task) {
        long[] nanoseconds = new long[times];
        for (int i = 0; i < times; i++) {
            before.run();
            long begin = System.nanoTime();
            task.run();
            nanoseconds[i] = System.nanoTime() - begin;
        }
        Arrays.sort(nanoseconds);
        return new LatencyTimings(nanoseconds);
    }

    /** The time, in milliseconds, that this part of the runs stayed within: 0.5 is the median. */
    double percentile(double part) {
        int index = (int) Math.ceil(part * nanoseconds.length) - 1;
        return nanoseconds[Math.max(0, index)] / 1e6;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "p50 %.3f ms, p99 %.3f ms", percentile(0.5), percentile(0.99));
    }
}
