package dev.daybook.server.problem;

/** The key is missing or unknown. */
public final class Unauthorized extends RuntimeException {
    public Unauthorized(String message) {
        super(message);
    }
}
