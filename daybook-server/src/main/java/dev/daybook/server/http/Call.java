package dev.daybook.server.http;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.data.Erasure;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.json.Fields;
import dev.daybook.server.json.Answers;
import dev.daybook.server.json.Json;
import dev.daybook.server.keys.Caller;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An authorized request, read strictly: an unknown parameter or field is an error.
 *
 * @param place the space and scope of the path
 * @param path the named parts of the path, still encoded
 * @param body the body as text; empty if there is none
 * @param ifMatch the header {@code If-Match}; null: absent
 */
record Call(
        Daybook daybook,
        KnownOperations operations,
        Caller caller,
        Place place,
        Map<String, String> path,
        Map<String, List<String>> query,
        String body,
        @Nullable String ifMatch) {

    Space space() {
        return Objects.requireNonNull(place.space(), "the route has no space");
    }

    Scope scope() {
        return Objects.requireNonNull(place.scope(), "the route has no scope");
    }

    MemorySpace memorySpace() {
        return daybook.space(space().id()).withPrincipal(caller.principal());
    }

    Memory memory() {
        return memorySpace().memory(scope());
    }

    /** Returns the answer to a forget. */
    Reply forgot(Erasure erasure) {
        return Reply.ok(Answers.erasure(erasure, false));
    }

    /** Returns an id of the path. */
    String id(String name) {
        return PathIds.read(name, path.getOrDefault(name, ""));
    }

    Parameters parameters() {
        return new Parameters(query);
    }

    /** Requires an empty query string. */
    void noParameters() {
        parameters().done();
    }

    /** Returns the fields of a mandatory body, an object. */
    Fields fields() {
        return new Fields(Json.readObject(given()));
    }

    /** Returns the fields of an optional body. */
    Fields optionalFields() {
        return body.isBlank() ? new Fields(Map.of()) : fields();
    }

    /** Returns the parsed body: an object or a list. */
    @Nullable
    Object json() {
        return Json.read(given());
    }

    private String given() {
        if (body.isBlank()) {
            throw new IllegalArgumentException("the body is empty; send a JSON object");
        }
        return body;
    }
}
