package dev.daybook.server.tour;

/**
 * The answer of a command.
 *
 * @param exit its exit code
 */
public record CommandAnswer(int exit, String out, String err) {

    private static final int DONE = 0;
    private static final int NOT_FOUND = 4;

    boolean isDone() {
        return exit == DONE;
    }

    boolean isNotFound() {
        return exit == NOT_FOUND;
    }
}
