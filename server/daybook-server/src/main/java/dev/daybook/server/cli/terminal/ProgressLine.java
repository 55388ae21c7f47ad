package dev.daybook.server.cli.terminal;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The progress of long work, on stderr: silent for a second, then one rewritten line on a terminal, a few lines
 * elsewhere.
 */
public final class ProgressLine {

    private static final long SILENT = TimeUnit.SECONDS.toNanos(1);
    private static final long BETWEEN_REWRITES = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long BETWEEN_LINES = TimeUnit.SECONDS.toNanos(5);

    private final CommandTerminal terminal;
    private final LongSupplier clock;
    private long due;
    private final boolean silent;
    private boolean written;

    public ProgressLine(CommandTerminal terminal) {
        this(terminal, false);
    }

    /**
     * @param silent true prints nothing, because a program reads the output
     */
    public ProgressLine(CommandTerminal terminal, boolean silent) {
        this(terminal, silent, System::nanoTime);
    }

    public ProgressLine(CommandTerminal terminal, boolean silent, LongSupplier clock) {
        this.clock = clock;
        this.due = clock.getAsLong() + SILENT;
        this.terminal = terminal;
        this.silent = silent;
    }

    /** Returns whether the next report is due, before an expensive one is put into words. */
    public boolean isDue() {
        return !silent && clock.getAsLong() - due >= 0;
    }

    /** Prints the state of the work, if the next report is due. */
    public void at(String state) {
        if (!isDue()) {
            return;
        }
        long now = clock.getAsLong();
        if (terminal.errIsTerminal()) {
            due = now + BETWEEN_REWRITES;
            // A wrapped line could not be removed again.
            terminal.err().print("\r\u001b[K" + DisplayText.line(state, terminal.width() - 1));
            terminal.err().flush();
            written = true;
        } else {
            due = now + BETWEEN_LINES;
            terminal.note(state);
            terminal.err().flush();
        }
    }

    /** Removes the rewritten line before other output. */
    public void clear() {
        if (written) {
            terminal.err().print("\r\u001b[K");
            written = false;
        }
    }
}
