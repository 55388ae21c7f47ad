package dev.daybook.client;

import dev.daybook.internal.checks.EncodableText;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.query.VersionCondition;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request to the server.
 *
 * @param body the JSON body; null: none
 * @param condition the condition on the version that is changed
 * @param repeatable whether a second arrival has no effect and the same answer, so that a broken connection is no harm
 * @param ids the ids of the entries that a repeatable write has to be repeated with; empty: of none
 * @param extra the time that the call may take by its nature, such as a derivation
 */
record ServerRequest(
        String method,
        String path,
        Map<String, String> query,
        @Nullable String body,
        VersionCondition condition,
        boolean repeatable,
        List<String> ids,
        Duration extra) {

    private static final Duration DERIVING = Duration.ofMinutes(10);

    static ServerRequest get(String path) {
        return new ServerRequest("GET", path, Map.of(), null, VersionCondition.NONE, true, List.of(), Duration.ZERO);
    }

    static ServerRequest delete(String path) {
        return new ServerRequest(
                "DELETE", path, Map.of(), null, VersionCondition.NONE, false, List.of(), Duration.ZERO);
    }

    static ServerRequest post(String path, Object body) {
        return new ServerRequest(
                "POST", path, Map.of(), PlainJson.write(body), VersionCondition.NONE, false, List.of(), Duration.ZERO);
    }

    static ServerRequest put(String path, Object body) {
        return new ServerRequest(
                "PUT", path, Map.of(), PlainJson.write(body), VersionCondition.NONE, false, List.of(), Duration.ZERO);
    }

    /** Marks the request as one that may arrive twice. */
    ServerRequest asRepeatable() {
        return new ServerRequest(method, path, query, body, condition, true, ids, extra);
    }

    /** Marks a write of entries with these ids, with which it may arrive twice. */
    ServerRequest writing(List<String> ids) {
        return new ServerRequest(method, path, query, body, condition, true, ids, extra);
    }

    /** Declares a write an import, which needs the right admin. */
    ServerRequest importing(boolean isImport) {
        return with("import", isImport ? true : null);
    }

    /** Gives the call the time of a derivation by a model. */
    ServerRequest deriving() {
        return withExtra(DERIVING);
    }

    ServerRequest withExtra(Duration extra) {
        return new ServerRequest(method, path, query, body, condition, repeatable, ids, extra);
    }

    ServerRequest onlyIf(VersionCondition condition) {
        return new ServerRequest(method, path, query, body, condition, repeatable, ids, extra);
    }

    /**
     * Adds a query parameter unless its value is null.
     *
     * @throws IllegalArgumentException if the value is a text with a lone surrogate
     */
    ServerRequest with(String name, @Nullable Object value) {
        if (value == null) {
            return this;
        }
        Map<String, String> more = new LinkedHashMap<>(query);
        more.put(name, EncodableText.check(name, value.toString()));
        return new ServerRequest(method, path, more, body, condition, repeatable, ids, extra);
    }

    /** Returns the path with the query. */
    String target() {
        return query.isEmpty()
                ? path
                : path + "?"
                        + query.entrySet().stream()
                                .map(each -> each.getKey() + "="
                                        + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                                .collect(Collectors.joining("&"));
    }
}
