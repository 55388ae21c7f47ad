package dev.daybook.server.problem;

/** The named resource does not exist; over HTTP also: is not visible to the caller. */
public final class NotFoundException extends RuntimeException {
    public NotFoundException(String message) {
        super(message);
    }

    public NotFoundException(String message, Throwable cause) {
        super(message, cause);
    }
}
