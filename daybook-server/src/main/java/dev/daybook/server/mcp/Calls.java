package dev.daybook.server.mcp;

import java.util.concurrent.Callable;

/** Where calls into the library run. */
public interface Calls {

    /** They run where they come in: for a client that has the process for itself. */
    Calls HERE = new Calls() {
        @Override
        public <T> T run(Callable<T> call) throws Exception {
            return call.call();
        }
    };

    /**
     * Runs a call and waits for it.
     *
     * @throws Exception what the call threw, or that there is no room for it
     */
    <T> T run(Callable<T> call) throws Exception;
}
