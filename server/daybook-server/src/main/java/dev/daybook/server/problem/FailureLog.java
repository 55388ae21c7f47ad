package dev.daybook.server.problem;

import java.util.concurrent.ExecutionException;

/** Logs unexpected failures by type and stack, never by message, which could quote a text. */
public final class FailureLog {

    /** Limits a chain of causes, which could be a circle. */
    private static final int CAUSES = 5;

    private FailureLog() {}

    /** Unwraps the exception of a thread pool. */
    public static Throwable cause(Throwable thrown) {
        return thrown instanceof ExecutionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    /**
     * Logs a problem that is an internal failure, and returns the problem for the caller.
     *
     * @param call the failed call, such as {@code a POST}
     */
    public static Problem logged(System.Logger log, String call, Throwable thrown) {
        Problem problem = Problem.of(thrown);
        Throwable failure = cause(thrown);
        if (problem.status() == 500 || failure instanceof Error) {
            unexpected(log, call, failure);
        }
        return problem.status() == 500
                ? problem.detail("internal error, see the log of the server; try again")
                : problem;
    }

    /** Logs a failure. */
    public static void unexpected(System.Logger log, String call, Throwable thrown) {
        Throwable failure = cause(thrown);
        log.log(
                System.Logger.Level.ERROR,
                call + " failed with " + failure.getClass().getName(),
                silent(failure, CAUSES));
    }

    /** Formats the types and stacks of a failure and of its causes, without messages. */
    private static RuntimeException silent(Throwable failure, int causes) {
        Throwable cause = failure.getCause();
        RuntimeException silent = new RuntimeException(
                failure.getClass().getName(), cause == null || causes == 1 ? null : silent(cause, causes - 1));
        silent.setStackTrace(failure.getStackTrace());
        return silent;
    }
}
