package dev.daybook.server.cli;

import java.util.concurrent.TimeUnit;

/** How far long work has come, on stderr: nothing in its first second, then one line that is rewritten or a few. */
final class Progress {

    private static final long SILENT = TimeUnit.SECONDS.toNanos(1);
    private static final long BETWEEN_REWRITES = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long BETWEEN_LINES = TimeUnit.SECONDS.toNanos(5);

    private final Terminal terminal;
    private long due = System.nanoTime() + SILENT;
    private boolean written;

    Progress(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Says where the work is, if it is time to. */
    void at(String state) {
        long now = System.nanoTime();
        if (now - due < 0) {
            return;
        }
        if (terminal.errIsTerminal()) {
            due = now + BETWEEN_REWRITES;
            terminal.err().print("\r\u001b[K" + state);
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
