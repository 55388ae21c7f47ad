package dev.daybook.server.problem;

/** A body did not arrive in time; nothing of its call was begun. */
public final class TooSlow extends RuntimeException {
    public TooSlow(String message) {
        // Without a stack trace: whoever sends slowly on purpose sends often.
        super(message, null, false, false);
    }
}
