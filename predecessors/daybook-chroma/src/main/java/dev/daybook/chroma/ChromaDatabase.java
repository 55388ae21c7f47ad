package dev.daybook.chroma;

import dev.daybook.error.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A database of the server, which holds one space.
 *
 * @param path the path of its calls
 * @param mostRows the limit of rows per request
 */
record ChromaDatabase(ChromaServer server, String path, int mostRows) {

    private static final int PAGE = 200;

    /** Returns the collection with a name; null if there is none. */
    @Nullable
    ChromaCollection find(String name) {
        ChromaServer.ChromaAnswer answer = server.get(path + "/collections/" + name);
        return answer.missing() ? null : collection(name, answer.body());
    }

    /**
     * Creates a collection or returns the existing one.
     *
     * @param configuration the configuration of its index; null: Chroma's default
     */
    ChromaCollection make(String name, @Nullable ObjectNode metadata, @Nullable ObjectNode configuration) {
        ObjectNode body = RowFilters.object().put("name", name).put("get_or_create", true);
        if (metadata != null) {
            body.set("metadata", metadata);
        }
        if (configuration != null) {
            body.set("configuration", configuration);
        }
        ChromaServer.ChromaAnswer answer = server.post(path + "/collections", body);
        if (answer.missing() || answer.taken()) {
            throw new StoreException(
                    "Chroma at " + server.url() + " did not create the collection " + name + " (status "
                            + answer.status() + "); see that its database is there",
                    null,
                    true);
        }
        return collection(name, answer.body());
    }

    /** Returns all collections. */
    List<ChromaCollection> all() {
        List<ChromaCollection> all = new ArrayList<>();
        JsonNode page;
        do {
            page = server.get(path + "/collections?limit=" + PAGE + "&offset=" + all.size())
                    .body();
            page.forEach(one -> all.add(collection(one.path("name").asString(""), one)));
        } while (page.size() == PAGE);
        return all;
    }

    private ChromaCollection collection(String name, JsonNode answer) {
        String id = answer.path("id").asString("");
        if (id.isEmpty()) {
            throw new StoreException(
                    "Chroma at " + server.url() + " answered for the collection " + name
                            + " without an id; see that this address is a Chroma server's of API v2",
                    null,
                    true);
        }
        JsonNode hnsw = answer.path("configuration_json").path("hnsw");
        return new ChromaCollection(
                server,
                path + "/collections/" + id,
                name,
                answer.path("metadata"),
                hnsw.path("space").asString("l2"),
                answer.path("dimension").asInt(0),
                mostRows);
    }
}
