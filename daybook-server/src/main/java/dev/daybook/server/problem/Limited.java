package dev.daybook.server.problem;

/** There is more to do than can be done now; nothing of this request was begun. */
public final class Limited extends RuntimeException {

    private final int retryAfterSeconds;

    public Limited(String message, int retryAfterSeconds) {
        // Without a stack trace: it is made most often when there is least time to make it.
        super(message, null, false, false);
        this.retryAfterSeconds = retryAfterSeconds;
    }

    public int retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
