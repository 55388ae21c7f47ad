package dev.daybook.server.problem;

/** The request exceeds a size limit. */
public final class TooLargeException extends RuntimeException {
    public TooLargeException(String message) {
        super(message);
    }
}
