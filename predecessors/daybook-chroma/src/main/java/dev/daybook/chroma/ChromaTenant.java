package dev.daybook.chroma;

import dev.daybook.error.StoreException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A tenant of the server with its databases.
 *
 * @param path the path of its calls
 * @param mostRows the limit of rows per request
 */
record ChromaTenant(ChromaServer server, String path, int mostRows) {

    private static final String API = "/api/v2";

    private static final int PAGE = 1_000;

    /**
     * Checks the server and creates the tenant if it is missing.
     *
     * @throws StoreException if there is no supported server; the message names the version found
     */
    static ChromaTenant open(ChromaServer server, String name) {
        ChromaServer.ChromaAnswer answer = server.get(API + "/pre-flight-checks");
        if (answer.missing()) {
            throw new StoreException(
                    server.get("/api/v1/heartbeat").missing()
                            ? "there is no Chroma server at " + server.url()
                                    + "; give the address of one without a path, as http://127.0.0.1:8000"
                            : "Chroma at " + server.url()
                                    + " is too old: it has API v1 only, and v2 is needed; start Chroma 1.0 or later");
        }
        int mostRows = answer.body().path("max_batch_size").asInt(0);
        if (mostRows < 1) {
            throw new StoreException("Chroma at " + server.url()
                    + " does not say how many rows it takes at once; start Chroma 1.0 or later");
        }
        String path = API + "/tenants/" + URLEncoder.encode(name, StandardCharsets.UTF_8);
        if (server.get(path).missing()) {
            server.post(API + "/tenants", RowFilters.object().put("name", name));
        }
        return new ChromaTenant(server, path, mostRows);
    }

    ChromaDatabase database(String name) {
        return new ChromaDatabase(server, path + "/databases/" + name, mostRows);
    }

    /** Creates a database if it is missing. */
    void makeDatabase(String name) {
        if (server.get(path + "/databases/" + name).missing()) {
            server.post(path + "/databases", RowFilters.object().put("name", name));
        }
    }

    /** Returns the names of all databases, in order. */
    List<String> databases() {
        List<String> names = new ArrayList<>();
        JsonNode page;
        do {
            page = server.get(path + "/databases?limit=" + PAGE + "&offset=" + names.size())
                    .body();
            page.forEach(database -> names.add(database.path("name").asString("")));
        } while (page.size() == PAGE);
        names.removeIf(name -> !ChromaNames.isPlain(name));
        return names.stream().sorted().distinct().toList();
    }
}
