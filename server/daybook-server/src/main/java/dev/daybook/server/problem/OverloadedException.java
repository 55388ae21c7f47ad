package dev.daybook.server.problem;

/** The request was refused by load shedding or a limit before it began; retry later. */
public final class OverloadedException extends RuntimeException {

    private final int retryAfterSeconds;

    public OverloadedException(String message, int retryAfterSeconds) {
        // Without a stack trace: it is created most often under overload.
        super(message, null, false, false);
        this.retryAfterSeconds = retryAfterSeconds;
    }

    public int retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
