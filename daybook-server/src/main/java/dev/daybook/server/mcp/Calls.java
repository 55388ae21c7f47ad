package dev.daybook.server.mcp;

import dev.daybook.server.keys.Caller;
import dev.daybook.server.problem.Problem;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Where calls into the library run, and who hears what became of them. */
public interface Calls {

    /** They run where they come in: for a client that has the process for itself. */
    Calls HERE = new Calls() {
        @Override
        public <T> T run(Caller caller, Callable<T> call) throws Exception {
            return call.call();
        }
    };

    /**
     * Runs a call and waits for it.
     *
     * @param caller whose call it is
     * @throws Exception what the call threw, or that there is no room for it
     */
    <T> T run(Caller caller, Callable<T> call) throws Exception;

    /**
     * Says how a call was answered.
     *
     * @param name of the tool; {@code resources} or {@code prompts} for one of those
     * @param problem what it was refused or failed with; null: it was done
     */
    default void answered(String name, @Nullable Problem problem, long nanoseconds) {}
}
