package dev.daybook.server.mcp;

import dev.daybook.server.keys.Caller;
import dev.daybook.server.problem.Problem;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who may come in, by the headers of a request. */
public interface Access {

    /** What a request is told that was meant for another or that a foreign page makes; empty if it may come in. */
    Optional<Problem> refusal(@Nullable String host, @Nullable String origin);

    /**
     * Who asks.
     *
     * @throws dev.daybook.server.problem.Unauthorized if a key is wanted and none that is good is given
     * @throws dev.daybook.server.problem.Limited if the key has made too many calls
     */
    Caller caller(@Nullable String authorization);

    /** Hears of a request that did not come in. */
    default void refused(Problem problem) {}
}
