package dev.daybook.server.mcp;

import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.Problem;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The execution of library calls: on which threads they run, and their accounting. */
public interface McpCalls {

    /** Runs calls on the calling thread: for a client with a process of its own. */
    McpCalls HERE = new McpCalls() {
        @Override
        public <T> T run(AuthenticatedCaller caller, Callable<T> call) throws Exception {
            return call.call();
        }
    };

    /**
     * Runs a call and waits for it.
     *
     * @param caller its caller
     * @throws Exception the exception of the call, or a refusal by load shedding
     */
    <T> T run(AuthenticatedCaller caller, Callable<T> call) throws Exception;

    /**
     * Records the outcome of a call.
     *
     * @param name the tool; {@code resources} or {@code prompts} for a resource or a prompt
     * @param problem the failure or refusal; null: success
     */
    default void answered(String name, @Nullable Problem problem, long nanoseconds) {}
}
