package dev.daybook.chroma;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The part of a row that other programs read: jeevesagent's keys and the embedded text.
 *
 * @param keys exactly the keys of jeevesagent
 * @param text the document of the row
 */
record SeedRow(ObjectNode keys, String text) {

    /** The empty text means the anonymous user. */
    static final String USER = "user_id";

    static String user(Scope scope) {
        return scope instanceof Scope.User user ? user.id() : "";
    }

    /**
     * Returns the scope of a foreign row.
     *
     * @throws IllegalArgumentException if its user id is not valid in Daybook
     */
    static Scope scope(Space space, JsonNode keys) {
        String user = keys.path(USER).asString("");
        return user.isEmpty() ? new Scope.Anonymous(space) : new Scope.User(space, user);
    }

    /** Returns a hash that detects changes by another program. */
    String hash() {
        return hash(keys, text);
    }

    /** Returns the hash of a stored row, for rows of any writer. */
    static String hash(SpaceCollection spaceCollection, ChromaDocument row) {
        ObjectNode seeds = RowFilters.object();
        List<String> names = spaceCollection == SpaceCollection.FACTS ? SeedFact.KEYS : SeedEpisode.KEYS;
        for (String name : names) {
            JsonNode value = row.metadata().get(name);
            if (value != null) {
                seeds.set(name, value);
            }
        }
        return hash(seeds, row.text() == null ? "" : row.text());
    }

    private static String hash(ObjectNode keys, String text) {
        String[] parts = new String[2 * keys.size() + 1];
        int next = 0;
        for (String name : keys.propertyNames().stream().sorted().toList()) {
            JsonNode value = keys.path(name);
            parts[next++] = name;
            // A number may come back in another notation.
            parts[next++] = value.isNumber() ? Double.toString(value.asDouble()) : value.asString();
        }
        parts[next] = text;
        return ChromaNames.hash(parts);
    }
}
