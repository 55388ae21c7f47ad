package dev.daybook.chroma;

import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What other programs read of an entry: the keys of jeevesagent, and the text that it embeds.
 *
 * @param keys exactly those of jeevesagent
 * @param text what Chroma calls the document
 */
record SeedRow(ObjectNode keys, String text) {

    /** No user at all is the empty text there. */
    static final String USER = "user_id";

    static String user(Scope scope) {
        return scope.fold(user -> user.id(), anonymous -> "", shared -> "");
    }

    /**
     * Whose a row of another program is.
     *
     * @throws IllegalArgumentException if its user id is none that Daybook can have
     */
    static Scope scope(Space space, JsonNode keys) {
        String user = keys.path(USER).asString("");
        return user.isEmpty() ? new Scope.Anonymous(space) : new Scope.User(space, user);
    }

    /** By it we see that another program has changed a row since we wrote it. */
    String hash() {
        return hash(keys, text);
    }

    /** Of a row of the shelf as it lies there, whoever wrote it. */
    static String hash(Shelf shelf, ChromaDocument row) {
        ObjectNode seeds = Filters.object();
        List<String> names = shelf == Shelf.FACTS ? SeedFact.KEYS : SeedEpisode.KEYS;
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
            // A number may come back written in another way.
            parts[next++] = value.isNumber() ? Double.toString(value.asDouble()) : value.asString();
        }
        parts[next] = text;
        return Names.hash(parts);
    }
}
