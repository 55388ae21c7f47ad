package dev.daybook.server.importing.source;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The target scopes of a source's users: the scope of the same name, and the anonymous scope for rows without a user.
 *
 * @param only the only scope to import, or null: all
 */
public record UserMapping(Space space, @Nullable Scope only) {

    /** Returns the target scope of a user's row; nothing if it is not imported. */
    public Optional<Scope> scope(@Nullable String user) {
        Scope scope = user == null || user.isEmpty() ? new Scope.Anonymous(space) : new Scope.User(space, user);
        return only == null || only.equals(scope) ? Optional.of(scope) : Optional.empty();
    }
}
