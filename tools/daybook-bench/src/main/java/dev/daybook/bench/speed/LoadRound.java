package dev.daybook.bench.speed;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;

/** The outcome of some seconds of calls. Thread-safe while the calls are made. */
final class LoadRound {

    private static final long MINUTE = 60_000_000_000L;

    private final long begun;
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger turnedAway = new AtomicInteger();
    private final AtomicInteger silent = new AtomicInteger();
    private final List<CallTime> times = new ArrayList<>();
    private long ended;

    /** The begin of an answered call by {@link System#nanoTime()}, and its duration. */
    record CallTime(long begin, long nanos) {}

    LoadRound(long begun) {
        this.begun = begun;
    }

    void add(List<CallTime> some) {
        synchronized (times) {
            times.addAll(some);
        }
    }

    void countFailed() {
        failed.incrementAndGet();
    }

    void countTurnedAway(boolean saysWhenAgain) {
        turnedAway.incrementAndGet();
        if (!saysWhenAgain) {
            silent.incrementAndGet();
        }
    }

    void end() {
        ended = System.nanoTime();
    }

    int failed() {
        return failed.get();
    }

    int turnedAway() {
        return turnedAway.get();
    }

    int silent() {
        return silent.get();
    }

    int answered() {
        return times.size();
    }

    double seconds() {
        return (ended - begun) / 1e9;
    }

    double percentile(int percent) {
        return percentile(percent, begin -> true);
    }

    private double percentile(int percent, LongPredicate begunThen) {
        long[] sorted = times.stream()
                .filter(each -> begunThen.test(each.begin()))
                .mapToLong(CallTime::nanos)
                .sorted()
                .toArray();
        return sorted.length == 0 ? 0 : sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)] / 1e6;
    }

    void print(String label, double wanted) {
        System.out.printf(
                Locale.ROOT,
                "%-14s %s%7.0f answered/s  p50 %6.1f ms  p99 %6.1f ms  max %7.1f ms  turned away %d  failed %d%n",
                label,
                wanted == 0 ? "                    " : String.format(Locale.ROOT, "%9.0f calls/s   ", wanted),
                answered() / seconds(),
                percentile(50),
                percentile(99),
                percentile(100),
                turnedAway(),
                failed());
    }

    /** Prints the p99 of the first and of the last minute, if there are two. */
    void printDrift() {
        if (ended - begun < 2 * MINUTE) {
            return;
        }
        double first = percentile(99, begin -> begin < begun + MINUTE);
        double last = percentile(99, begin -> begin >= ended - MINUTE);
        System.out.printf(
                Locale.ROOT,
                "p99 of the first minute %.1f ms, of the last %.1f ms: a drift of %+.0f %% (goal below 20)%n",
                first,
                last,
                100 * (last - first) / first);
    }
}
