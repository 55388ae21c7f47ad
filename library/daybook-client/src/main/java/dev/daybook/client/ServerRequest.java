package dev.daybook.client;

import dev.daybook.internal.checks.EncodableText;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.query.VersionCondition;
import dev.daybook.spi.ObservedCall.MemoryCall;
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
 * @param call the call of a memory that the request is; null: another one
 */
record ServerRequest(
        String method,
        String path,
        Map<String, String> query,
        @Nullable String body,
        VersionCondition condition,
        boolean repeatable,
        List<String> ids,
        Duration extra,
        @Nullable MemoryCall call) {

    private static final Duration DERIVING = Duration.ofMinutes(10);

    static ServerRequest get(String path) {
        return new ServerRequest(
                "GET", path, Map.of(), null, VersionCondition.NONE, true, List.of(), Duration.ZERO, null);
    }

    static ServerRequest delete(String path) {
        return new ServerRequest(
                "DELETE", path, Map.of(), null, VersionCondition.NONE, false, List.of(), Duration.ZERO, null);
    }

    static ServerRequest post(String path, Object body) {
        return with("POST", path, body);
    }

    static ServerRequest put(String path, Object body) {
        return with("PUT", path, body);
    }

    private static ServerRequest with(String method, String path, Object body) {
        return new ServerRequest(
                method,
                path,
                Map.of(),
                PlainJson.write(body),
                VersionCondition.NONE,
                false,
                List.of(),
                Duration.ZERO,
                null);
    }

    /** Marks the request as one that may arrive twice. */
    ServerRequest asRepeatable() {
        return new ServerRequest(method, path, query, body, condition, true, ids, extra, call);
    }

    /** Marks a write of entries with these ids, with which it may arrive twice. */
    ServerRequest writing(List<String> ids) {
        return new ServerRequest(method, path, query, body, condition, true, ids, extra, call);
    }

    /** Declares a write an import, which needs the right admin. */
    ServerRequest importing(boolean isImport) {
        return with("import", isImport ? true : null);
    }

    /** Gives the call the time of a derivation by a model. */
    ServerRequest deriving() {
        return withExtra(DERIVING);
    }

    /** Names the call of a memory for an observer. */
    ServerRequest observed(MemoryCall call) {
        return new ServerRequest(method, path, query, body, condition, repeatable, ids, extra, call);
    }

    ServerRequest withExtra(Duration extra) {
        return new ServerRequest(method, path, query, body, condition, repeatable, ids, extra, call);
    }

    ServerRequest onlyIf(VersionCondition condition) {
        return new ServerRequest(method, path, query, body, condition, repeatable, ids, extra, call);
    }

    /**
     * Sets the condition of a write of an entry with this id. It may arrive twice if its own first arrival does not break the
     * condition: of a version that was read, a second attempt would find another.
     */
    ServerRequest writingIf(VersionCondition condition, String id) {
        return condition.equals(VersionCondition.existing())
                ? onlyIf(condition).writing(List.of(id))
                : onlyIf(condition);
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
        return new ServerRequest(method, path, more, body, condition, repeatable, ids, extra, call);
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
