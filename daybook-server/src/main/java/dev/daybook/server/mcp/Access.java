package dev.daybook.server.mcp;

import dev.daybook.server.keys.Caller;
import dev.daybook.server.problem.Problem;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Access control by the headers of a request. */
public interface Access {

    /** Returns the refusal of a request outside the host and origin allow-lists; empty if it is allowed. */
    Optional<Problem> refusal(@Nullable String host, @Nullable String origin);

    /**
     * Authenticates the caller.
     *
     * @throws dev.daybook.server.problem.Unauthorized if a key is required and missing or invalid
     * @throws dev.daybook.server.problem.Limited if the key exceeds its rate limit
     */
    Caller caller(@Nullable String authorization);

    /** Records a refused request. */
    default void refused(Problem problem) {}
}
