package dev.daybook.server.cli;

/** What was named is not there. */
final class NotFound extends RuntimeException {
    NotFound(String message) {
        super(message);
    }
}
