package dev.daybook.server.importing;

import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the users of a source go: each to the scope of the same name, and what is nobody's to the anonymous one.
 *
 * @param only the one scope to be filled, or null: all; what belongs to others is left out
 */
record Users(Space space, @Nullable Scope only) {

    /** Where a row of a user goes; nothing if it is left out. */
    Optional<Scope> scope(@Nullable String user) {
        Scope scope = user == null || user.isEmpty() ? new Scope.Anonymous(space) : new Scope.User(space, user);
        return only == null || only.equals(scope) ? Optional.of(scope) : Optional.empty();
    }
}
