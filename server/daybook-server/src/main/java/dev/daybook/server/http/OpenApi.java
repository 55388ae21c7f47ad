package dev.daybook.server.http;

import dev.daybook.internal.json.PlainJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The OpenAPI document. Its source is written by hand; a path that begins with {@code S} there stands for the path in
 * each kind of scope, which are expanded here.
 */
final class OpenApi {

    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete");

    private static final Map<String, String> PROBLEMS = Map.ofEntries(
            Map.entry("400", "Invalid"),
            Map.entry("401", "Unauthorized"),
            Map.entry("403", "Forbidden"),
            Map.entry("404", "NotFoundException"),
            Map.entry("408", "TooSlowException"),
            Map.entry("409", "Conflict"),
            Map.entry("410", "Gone"),
            Map.entry("413", "TooLargeException"),
            Map.entry("422", "Forgotten"),
            Map.entry("429", "Limited"),
            Map.entry("503", "Unavailable"));

    private OpenApi() {}

    /** Built on first use, and once: anyone may request it, and it takes some time. */
    private static final class Written {
        static final String JSON = PlainJson.write(document());
    }

    /** Returns the document as JSON. */
    static String json() {
        return Written.JSON;
    }

    static Map<String, Object> document() {
        try (InputStream file = OpenApi.class.getResourceAsStream("openapi.yaml")) {
            if (file == null) {
                throw new IllegalStateException("openapi.yaml is missing from the jar");
            }
            Map<String, Object> document = map(new Load(LoadSettings.builder().build()).loadFromInputStream(file));
            Map<String, Object> paths = new LinkedHashMap<>();
            map(document.get("paths")).forEach((path, item) -> {
                if (path.startsWith("S/")) {
                    String rest = path.substring(1);
                    paths.put("/v1/spaces/{space}/users/{user}" + rest, in(map(item), null, "space", "user"));
                    paths.put(
                            "/v1/spaces/{space}/users/{user}/agents/{agent}" + rest,
                            in(map(item), "agent", "space", "user", "agent"));
                    paths.put(
                            "/v1/spaces/{space}/agents/{agent}" + rest, in(map(item), "spaceAgent", "space", "agent"));
                    paths.put("/v1/spaces/{space}/anonymous" + rest, in(map(item), "anonymous", "space"));
                    paths.put("/v1/spaces/{space}/shared" + rest, in(map(item), "shared", "space"));
                } else {
                    paths.put(path, item);
                }
            });
            paths.values().forEach(item -> addProblems(map(item)));
            document.put("paths", paths);
            return document;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read openapi.yaml", e);
        }
    }

    /**
     * Expands a path for one kind of scope, with the parameters of the scope. Generated clients group by tag and name
     * methods by operation id, so the most frequent kind has the plain ids.
     *
     * @param kind the tag and id prefix of this kind of scope; null: the scopes of users
     */
    private static Map<String, Object> in(Map<String, Object> item, @Nullable String kind, String... names) {
        Map<String, Object> here = new LinkedHashMap<>();
        List<Object> parameters = new ArrayList<>();
        for (String name : names) {
            parameters.add(Map.of("$ref", "#/components/parameters/" + name));
        }
        if (item.get("parameters") instanceof List<?> own) {
            parameters.addAll(own);
        }
        here.put("parameters", parameters);
        item.forEach((name, value) -> {
            if (!name.equals("parameters")) {
                Map<String, Object> operation = new LinkedHashMap<>(map(value));
                operation.put("responses", new LinkedHashMap<>(map(operation.get("responses"))));
                if (kind != null) {
                    String plain = (String) Objects.requireNonNull(map(value).get("operationId"));
                    operation.put(
                            "operationId", kind + plain.substring(0, 1).toUpperCase(Locale.ROOT) + plain.substring(1));
                    operation.put("tags", List.of(kind));
                }
                here.put(name, operation);
            }
        });
        return here;
    }

    /** Adds the problems that every operation can answer; operations without authentication have fewer. */
    private static void addProblems(Map<String, Object> item) {
        item.forEach((name, value) -> {
            if (METHODS.contains(name)) {
                Map<String, Object> responses = map(map(value).get("responses"));
                boolean isFree = map(value).containsKey("security");
                PROBLEMS.forEach((status, response) -> {
                    if (!isFree || status.equals("400") || status.equals("403")) {
                        responses.putIfAbsent(status, Map.of("$ref", "#/components/responses/" + response));
                    }
                });
            }
        });
    }

    @SuppressWarnings("unchecked") // the keys of our file are strings
    private static Map<String, Object> map(@Nullable Object value) {
        return (Map<String, Object>) Objects.requireNonNull(value, "openapi.yaml lacks a mandatory part");
    }
}
