package dev.daybook.server.problem;

import java.util.concurrent.ExecutionException;

/** Logs failures that should not happen by their types and stacks, never by their messages: one could quote a text. */
public final class FailureLog {

    /** A cause of a cause of a cause; more would be a circle. */
    private static final int CAUSES = 5;

    private FailureLog() {}

    /** What was thrown, out of what a thread pool wraps it in. */
    public static Throwable cause(Throwable thrown) {
        return thrown instanceof ExecutionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    /**
     * Logs a failure of ours if the problem it became is one, and says what its caller is told.
     *
     * @param what what failed, such as {@code a POST}
     */
    public static Problem logged(System.Logger log, String what, Throwable thrown) {
        Problem problem = Problem.of(thrown);
        Throwable failure = cause(thrown);
        if (problem.status() == 500 || failure instanceof Error) {
            unexpected(log, what, failure);
        }
        return problem.status() == 500
                ? problem.detail("this should not have happened, and the log of the server says more; try again")
                : problem;
    }

    /** Logs a failure. */
    public static void unexpected(System.Logger log, String what, Throwable thrown) {
        Throwable failure = cause(thrown);
        log.log(
                System.Logger.Level.ERROR,
                what + " failed with " + failure.getClass().getName(),
                silent(failure, CAUSES));
    }

    /** The types and the stacks of a failure and of its causes, without their messages. */
    private static RuntimeException silent(Throwable failure, int causes) {
        Throwable cause = failure.getCause();
        RuntimeException silent = new RuntimeException(
                failure.getClass().getName(), cause == null || causes == 1 ? null : silent(cause, causes - 1));
        silent.setStackTrace(failure.getStackTrace());
        return silent;
    }
}
