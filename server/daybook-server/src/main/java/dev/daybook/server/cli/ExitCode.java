package dev.daybook.server.cli;

import dev.daybook.error.StoreInUseException;
import dev.daybook.server.problem.Problem;

/** The exit codes of the command line. */
final class ExitCode {

    static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;
    static final int STORE_IN_USE = 3;
    static final int NOT_FOUND = 4;

    private ExitCode() {}

    static int of(Throwable failure, Problem problem) {
        if (failure instanceof StoreInUseException) {
            return STORE_IN_USE;
        }
        return switch (problem.status()) {
            case 400 -> WRONG_USAGE;
            case 404 -> NOT_FOUND;
            default -> FAILED;
        };
    }
}
