package dev.daybook.internal.inference;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.OutputMode;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Finds the output mode that a model accepts, and keeps it. Servers reject a schema in many ways, including internal
 * errors, so a mode is given up only after a simpler one has succeeded. Thread-safe.
 */
final class OutputNegotiation {

    /** A refusal is final. A server error may have another cause, so it takes two in a row. */
    private static final int FAILURES_TO_GIVE_UP = 2;

    private final List<OutputMode> modes;
    private final AtomicInteger best = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();

    OutputNegotiation(List<OutputMode> modes) {
        this.modes = modes.isEmpty() ? List.of(OutputMode.PROMPT) : List.copyOf(modes);
    }

    /** An answer with its output mode. */
    record Reply(OutputMode mode, ModelAnswer answer) {}

    /**
     * Asks in the best remaining mode, and in simpler ones if the mode seems to be the cause of a failure.
     *
     * @throws ModelException the last failure
     */
    Reply ask(Function<OutputMode, ModelAnswer> call) {
        int first = best.get();
        boolean refused = false;
        for (int i = first; ; i++) {
            try {
                ModelAnswer answer = call.apply(modes.get(i));
                settle(first, i, refused);
                return new Reply(modes.get(i), answer);
            } catch (ModelException e) {
                if (i == modes.size() - 1 || !mayBeCausedByMode(e.trouble())) {
                    throw e;
                }
                refused |= e.trouble() == Trouble.REFUSED;
            }
        }
    }

    private void settle(int asked, int answered, boolean refused) {
        if (answered == asked) {
            failures.set(0);
        } else if (refused || failures.incrementAndGet() >= FAILURES_TO_GIVE_UP) {
            failures.set(0);
            best.compareAndSet(asked, answered);
        }
    }

    static boolean mayBeCausedByMode(Trouble trouble) {
        return trouble == Trouble.REFUSED || trouble == Trouble.BROKEN;
    }
}
