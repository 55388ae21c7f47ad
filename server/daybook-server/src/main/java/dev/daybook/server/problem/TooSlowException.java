package dev.daybook.server.problem;

/** A body did not arrive in time; its call was not begun. */
public final class TooSlowException extends RuntimeException {
    public TooSlowException(String message) {
        // Without a stack trace: deliberately slow senders would cause many.
        super(message, null, false, false);
    }
}
