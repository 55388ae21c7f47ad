package dev.daybook.server.problem;

/** More was sent than is taken. */
public final class TooLarge extends RuntimeException {
    public TooLarge(String message) {
        super(message);
    }
}
