package dev.daybook.server.cli;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** How far long work has come, on stderr: nothing in its first second, then one line that is rewritten or a few. */
final class Progress {

    private static final long SILENT = TimeUnit.SECONDS.toNanos(1);
    private static final long BETWEEN_REWRITES = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long BETWEEN_LINES = TimeUnit.SECONDS.toNanos(5);

    private final Terminal terminal;
    private final LongSupplier clock;
    private long due;
    private final boolean silent;
    private boolean written;

    Progress(Terminal terminal) {
        this(terminal, false);
    }

    /**
     * @param silent nothing is ever said, because a program reads along
     */
    Progress(Terminal terminal, boolean silent) {
        this(terminal, silent, System::nanoTime);
    }

    Progress(Terminal terminal, boolean silent, LongSupplier clock) {
        this.clock = clock;
        this.due = clock.getAsLong() + SILENT;
        this.terminal = terminal;
        this.silent = silent;
    }

    /** Whether it is time to say something again: for what is dear to put into words. */
    boolean isDue() {
        return !silent && clock.getAsLong() - due >= 0;
    }

    /** Says where the work is, if it is time to. */
    void at(String state) {
        if (!isDue()) {
            return;
        }
        long now = clock.getAsLong();
        if (terminal.errIsTerminal()) {
            due = now + BETWEEN_REWRITES;
            // A line that wraps could not be taken away again.
            terminal.err().print("\r\u001b[K" + Shown.line(state, terminal.width() - 1));
            terminal.err().flush();
            written = true;
        } else {
            due = now + BETWEEN_LINES;
            terminal.note(state);
            terminal.err().flush();
        }
    }

    /** Takes the rewritten line away, before something else is said. */
    void clear() {
        if (written) {
            terminal.err().print("\r\u001b[K");
            written = false;
        }
    }
}
