package dev.daybook.server.importing;

import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.server.json.LocalTimes;
import org.jspecify.annotations.Nullable;

/**
 * What to import, and where it goes.
 *
 * @param from the path or address as it was given
 * @param space the space that was named, or null
 * @param scope the scope that was named, or null
 * @param collection the Chroma collection of episodes, or null for that of jeevesagent
 * @param factsCollection the Chroma collection of facts, or null for that of jeevesagent
 * @param project the project of restai, or null if there is only one
 * @param times reads times that have no offset
 */
public record Request(
        String from,
        @Nullable Space space,
        @Nullable Scope scope,
        @Nullable String collection,
        @Nullable String factsCollection,
        @Nullable String project,
        LocalTimes times) {

    Space spaceOrDefault() {
        return space == null ? Space.DEFAULT : space;
    }

    /** For a source that has users of its own. */
    Users users() {
        if (scope instanceof Scope.Shared) {
            throw new IllegalArgumentException("--shared is given, and the source has users and nobody, nothing shared;"
                    + " leave it out, or name one of the users");
        }
        return new Users(spaceOrDefault(), scope);
    }

    /** For a source that knows no users. */
    Scope scopeIn(Space space) {
        return scope == null ? new Scope.Anonymous(space) : Scope.of(space, scope.code());
    }
}
