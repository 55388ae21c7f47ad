package dev.daybook.server.importing.source;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.importing.history.HistoryOptions;
import dev.daybook.server.json.LocalTimes;
import org.jspecify.annotations.Nullable;

/**
 * The source of an import, and its target.
 *
 * @param from the path or address of the source
 * @param space the target space, or null
 * @param scope the target scope, or null
 * @param collection the Chroma collection of episodes, or null for the default of jeevesagent
 * @param factsCollection the Chroma collection of facts, or null for the default of jeevesagent
 * @param project the project of restai, or null if there is only one
 * @param table the table of a database, or null
 * @param history the choices for a chat history
 * @param times parses times without an offset
 */
public record ImportRequest(
        String from,
        @Nullable Space space,
        @Nullable Scope scope,
        @Nullable String collection,
        @Nullable String factsCollection,
        @Nullable String project,
        @Nullable String table,
        HistoryOptions history,
        LocalTimes times) {

    public Space spaceOrDefault() {
        return space == null ? Space.DEFAULT : space;
    }

    /** Returns the users to import, for a source with users. */
    public UserMapping users() {
        if (scope instanceof Scope.Shared) {
            throw new IllegalArgumentException("--shared is given, but the source has users and no shared entries;"
                    + " leave it out, or select one user with --user");
        }
        return new UserMapping(spaceOrDefault(), scope);
    }

    /** Returns the target scope, for a source without users. */
    public Scope scopeIn(Space space) {
        return scope == null ? new Scope.Anonymous(space) : Scope.of(space, scope.code());
    }
}
