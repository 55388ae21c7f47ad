package dev.daybook.server.logs;

import java.util.logging.LogManager;

/**
 * Keeps the log of a server until its process ends. Java resets its log manager when the shutdown begins, while the server
 * still ends its calls and closes its store. Java makes the instance, by the property {@code java.util.logging.manager}.
 */
public final class LastingLogManager extends LogManager {

    private static volatile boolean lasts;

    /** Keeps the handlers that are there now. */
    static void keep() {
        lasts = true;
    }

    @Override
    public void reset() {
        if (!lasts) {
            super.reset();
        }
    }
}
