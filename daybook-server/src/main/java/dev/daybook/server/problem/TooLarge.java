package dev.daybook.server.problem;

/** The request exceeds a size limit. */
public final class TooLarge extends RuntimeException {
    public TooLarge(String message) {
        super(message);
    }
}
