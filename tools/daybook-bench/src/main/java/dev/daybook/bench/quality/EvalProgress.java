package dev.daybook.bench.quality;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/** Says on stderr how far long work has come, every few seconds. */
public final class EvalProgress {

    private static final long BETWEEN = TimeUnit.SECONDS.toNanos(5);

    private final PrintStream err;
    private long due = System.nanoTime() + BETWEEN;

    public EvalProgress(PrintStream err) {
        this.err = err;
    }

    public void at(String state) {
        long now = System.nanoTime();
        if (now - due >= 0) {
            due = now + BETWEEN;
            err.println(state);
            err.flush();
        }
    }
}
