package dev.daybook.server.problem;

/** The key is good, and lacks the right to do this. */
public final class Forbidden extends RuntimeException {
    public Forbidden(String message) {
        super(message);
    }
}
