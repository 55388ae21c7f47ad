package dev.daybook.server.problem;

/** What was named is not there; over HTTP also: not there for whoever asks. */
public final class NotFound extends RuntimeException {
    public NotFound(String message) {
        super(message);
    }

    public NotFound(String message, Throwable cause) {
        super(message, cause);
    }
}
