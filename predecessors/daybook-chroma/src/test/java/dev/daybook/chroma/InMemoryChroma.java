package dev.daybook.chroma;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A Chroma server in this process that keeps its rows in memory: the calls of API v2 that {@link ChromaStore} makes, on
 * the loopback. It is filled from a file and compared with one; {@link RealServer} proves that a real server does the same.
 */
final class InMemoryChroma implements AutoCloseable {

    /** Smaller than that of a real server, so that larger reads take several requests. */
    private static final int MAX_ROWS = 50;

    private static final Pattern PAGE = Pattern.compile("limit=(\\d+)&offset=(\\d+)");

    static {
        // Java 17 sends head and body of an answer apart, and the delayed acknowledgement costs 40 ms each time.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Tenants by name, in each its databases, in each the collections by name. */
    private final Map<String, Map<String, Map<String, InMemoryCollection>>> tenants = new TreeMap<>();

    private int collections;

    private record Answer(int status, JsonNode body) {

        static final Answer MISSING = new Answer(404, RowFilters.object());
        static final Answer TAKEN = new Answer(409, RowFilters.object());

        static Answer of(JsonNode body) {
            return new Answer(200, body);
        }
    }

    InMemoryChroma() throws IOException {
        tenants.put("default_tenant", new TreeMap<>(Map.of(ChromaNames.DEFAULT_DATABASE, new TreeMap<>())));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The databases of the default tenant with all collections and rows, as {@link #load} takes them. */
    synchronized ObjectNode dump() {
        ObjectNode dump = RowFilters.object();
        databases("default_tenant").forEach((name, all) -> {
            ObjectNode database = dump.putObject(name);
            all.forEach((collection, rows) -> database.set(collection, rows.dump()));
        });
        return dump;
    }

    synchronized void load(JsonNode dump) {
        dump.properties().forEach(database -> {
            Map<String, InMemoryCollection> all = new TreeMap<>();
            database.getValue()
                    .properties()
                    .forEach(one ->
                            all.put(one.getKey(), InMemoryCollection.load(nextId(), one.getKey(), one.getValue())));
            databases("default_tenant").put(database.getKey(), all);
        });
    }

    private String nextId() {
        collections++;
        return "collection-" + collections;
    }

    private Map<String, Map<String, InMemoryCollection>> databases(String tenant) {
        return tenants.computeIfAbsent(tenant, first -> new TreeMap<>());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] asked = exchange.getRequestBody().readAllBytes();
            JsonNode body = asked.length == 0 ? RowFilters.object() : ChromaServer.JSON.readTree(asked);
            Answer answer = answer(exchange.getRequestMethod(), exchange.getRequestURI(), body);
            byte[] bytes = ChromaServer.JSON.writeValueAsBytes(answer.body());
            exchange.sendResponseHeaders(answer.status(), bytes.length);
            OutputStream out = exchange.getResponseBody();
            out.write(bytes);
        }
    }

    /** Paths are {@code /api/v2/tenants/T/databases/D/collections/C/CALL}, or begin so. */
    private synchronized Answer answer(String method, URI address, JsonNode body) {
        List<String> path = Arrays.stream(address.getRawPath().split("/"))
                .skip(3)
                .map(part -> URLDecoder.decode(part, StandardCharsets.UTF_8))
                .toList();
        if (path.equals(List.of("pre-flight-checks"))) {
            return Answer.of(RowFilters.object().put("max_batch_size", MAX_ROWS));
        }
        String query = address.getQuery();
        return switch (path.size()) {
            case 1 -> makeTenant(body);
            case 2 -> tenants.containsKey(path.get(1)) ? Answer.of(RowFilters.object()) : Answer.MISSING;
            case 3 -> databases(method, path.get(1), body, query);
            default -> {
                Map<String, InMemoryCollection> all = databases(path.get(1)).get(path.get(3));
                yield all == null
                        ? Answer.MISSING
                        : collections(method, all, path.subList(4, path.size()), body, query);
            }
        };
    }

    private Answer makeTenant(JsonNode body) {
        databases(body.path("name").asString());
        return Answer.of(RowFilters.object());
    }

    private Answer databases(String method, String tenant, JsonNode body, @Nullable String query) {
        if (method.equals("POST")) {
            databases(tenant).putIfAbsent(body.path("name").asString(), new TreeMap<>());
            return Answer.of(RowFilters.object());
        }
        return page(
                databases(tenant).keySet().stream()
                        .map(name -> RowFilters.object().put("name", name))
                        .toList(),
                query);
    }

    /** @param path what follows the database: nothing, or {@code collections}, then a name or an id, then a call */
    private Answer collections(
            String method,
            Map<String, InMemoryCollection> all,
            List<String> path,
            JsonNode body,
            @Nullable String query) {
        if (path.isEmpty()) {
            return Answer.of(RowFilters.object());
        }
        if (path.size() == 1) {
            return method.equals("POST")
                    ? make(all, body)
                    : page(
                            all.values().stream()
                                    .map(InMemoryCollection::described)
                                    .toList(),
                            query);
        }
        InMemoryCollection one = find(all, path.get(1));
        if (one == null) {
            return Answer.MISSING;
        }
        if (path.size() == 3) {
            return call(one, path.get(2), body);
        }
        switch (method) {
            case "DELETE" -> all.remove(one.name());
            case "PUT" -> one.metadata(body.path("new_metadata"));
            default -> {}
        }
        return Answer.of(one.described());
    }

    private Answer make(Map<String, InMemoryCollection> all, JsonNode body) {
        String name = body.path("name").asString();
        InMemoryCollection known = all.get(name);
        if (known != null) {
            return body.path("get_or_create").asBoolean(false) ? Answer.of(known.described()) : Answer.TAKEN;
        }
        InMemoryCollection made = new InMemoryCollection(nextId(), name, body.path("metadata"));
        all.put(name, made);
        return Answer.of(made.described());
    }

    private static @Nullable InMemoryCollection find(Map<String, InMemoryCollection> all, String nameOrId) {
        return all.values().stream()
                .filter(one -> one.name().equals(nameOrId) || one.id().equals(nameOrId))
                .findFirst()
                .orElse(null);
    }

    private static Answer call(InMemoryCollection collection, String call, JsonNode body) {
        return switch (call) {
            case "get" -> Answer.of(collection.get(body));
            case "upsert" -> Answer.of(collection.write(body, true));
            case "update" -> Answer.of(collection.write(body, false));
            case "delete" -> Answer.of(collection.delete(body));
            default -> Answer.MISSING;
        };
    }

    private static Answer page(List<ObjectNode> items, @Nullable String query) {
        Matcher page = PAGE.matcher(query == null ? "" : query);
        boolean paged = page.find();
        int limit = paged ? Integer.parseInt(page.group(1)) : items.size();
        int offset = paged ? Integer.parseInt(page.group(2)) : 0;
        ArrayNode answer = ChromaServer.JSON.createArrayNode();
        items.stream().skip(offset).limit(limit).forEach(answer::add);
        return Answer.of(answer);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
