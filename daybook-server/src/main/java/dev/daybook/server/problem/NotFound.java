package dev.daybook.server.problem;

/** The named resource does not exist; over HTTP also: is not visible to the caller. */
public final class NotFound extends RuntimeException {
    public NotFound(String message) {
        super(message);
    }

    public NotFound(String message, Throwable cause) {
        super(message, cause);
    }
}
