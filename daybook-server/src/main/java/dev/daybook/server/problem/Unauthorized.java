package dev.daybook.server.problem;

/** There is no key, or none that is known. */
public final class Unauthorized extends RuntimeException {
    public Unauthorized(String message) {
        super(message);
    }
}
