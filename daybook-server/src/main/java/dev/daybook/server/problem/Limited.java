package dev.daybook.server.problem;

/** There is more to do than can be done now; nothing of this request was begun. */
public final class Limited extends RuntimeException {

    private final int retryAfterSeconds;

    public Limited(String message, int retryAfterSeconds) {
        super(message);
        this.retryAfterSeconds = retryAfterSeconds;
    }

    public int retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
