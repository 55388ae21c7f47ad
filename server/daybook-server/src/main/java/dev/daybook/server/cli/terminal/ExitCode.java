package dev.daybook.server.cli.terminal;

import dev.daybook.error.StoreInUseException;
import dev.daybook.server.problem.Problem;

/** The exit codes of the command line. */
public final class ExitCode {

    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int WRONG_USAGE = 2;
    public static final int STORE_IN_USE = 3;
    public static final int NOT_FOUND = 4;

    private ExitCode() {}

    public static int of(Throwable failure, Problem problem) {
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
