package dev.daybook.ask;

import dev.daybook.data.ModelException;
import dev.daybook.data.ModelException.Trouble;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.OutputMode;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Finds out which way of asking for JSON a model takes, and keeps to it. Servers say no to a schema in many ways, also
 * by an error of their own, so neither a refusal nor such an error is believed before a simpler request has failed as
 * well. Thread-safe.
 */
final class Negotiation {

    /** A refusal is final. A server that fails may just have failed, so it takes two in a row to believe it. */
    private static final int FAILURES_TO_BELIEVE = 2;

    private final List<OutputMode> modes;
    private final AtomicInteger best = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();

    Negotiation(List<OutputMode> modes) {
        this.modes = modes.isEmpty() ? List.of(OutputMode.PROMPT) : List.copyOf(modes);
    }

    /** An answer, and how it was asked for. */
    record Reply(OutputMode mode, ModelAnswer answer) {}

    /**
     * Asks in the best way that is still believed in, and in the next ones if that seems to be the trouble.
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
                if (i == modes.size() - 1 || !mayBeTheMode(e.trouble())) {
                    throw e;
                }
                refused |= e.trouble() == Trouble.REFUSED;
            }
        }
    }

    private void settle(int asked, int answered, boolean refused) {
        if (answered == asked) {
            failures.set(0);
        } else if (refused || failures.incrementAndGet() >= FAILURES_TO_BELIEVE) {
            failures.set(0);
            best.compareAndSet(asked, answered);
        }
    }

    private static boolean mayBeTheMode(Trouble trouble) {
        return trouble == Trouble.REFUSED || trouble == Trouble.BROKEN;
    }
}
