package dev.daybook.server.mcp;

import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.Problem;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Access control by the headers of a request. */
public interface McpAccess {

    /** Returns the refusal of a request outside the host and origin allow-lists; empty if it is allowed. */
    Optional<Problem> refusal(@Nullable String host, @Nullable String origin);

    /**
     * Authenticates the caller.
     *
     * @throws dev.daybook.server.problem.UnauthorizedException if a key is required and missing or invalid
     * @throws dev.daybook.server.problem.OverloadedException if the key exceeds its rate limit
     */
    AuthenticatedCaller caller(@Nullable String authorization);

    /** Records a refused request. */
    default void refused(Problem problem) {}
}
