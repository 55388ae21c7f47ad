package dev.daybook.server.problem;

/** The caller's key is valid but lacks the right. */
public final class Forbidden extends RuntimeException {
    public Forbidden(String message) {
        super(message);
    }
}
