package dev.daybook.server.problem;

/** The key is missing or unknown. */
public final class UnauthorizedException extends RuntimeException {
    public UnauthorizedException(String message) {
        super(message);
    }
}
