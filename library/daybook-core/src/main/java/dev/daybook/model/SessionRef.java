package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;

/**
 * A reference to a session: ids of sessions are unique only within a scope.
 *
 * @param scope the scope of the session
 * @param session the id of the session in that scope
 */
public record SessionRef(Scope scope, String session) {
    public SessionRef {
        NullChecks.present("scope", scope);
        ArgumentChecks.id("session", session);
    }
}
