package dev.daybook.server.problem;

/** The caller's key is valid but lacks the right. */
public final class ForbiddenException extends RuntimeException {
    public ForbiddenException(String message) {
        super(message);
    }
}
