package dev.daybook.server.http;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.data.Erasure;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.server.json.Answers;
import dev.daybook.server.json.Fields;
import dev.daybook.server.json.Json;
import dev.daybook.server.keys.Caller;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One request whose caller may make it, read strictly: a parameter or a field that the route does not ask for is an
 * error.
 *
 * @param place what the path is about
 * @param path the parts of the path that have names, as they are written there
 * @param body the body as text; empty if there is none
 * @param ifMatch the header of that name; null: it is not given
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
        return Objects.requireNonNull(place.space(), "the route is about no space");
    }

    Scope scope() {
        return Objects.requireNonNull(place.scope(), "the route is about no scope");
    }

    MemorySpace memorySpace() {
        return daybook.space(space().id()).withPrincipal(caller.principal());
    }

    Memory memory() {
        return memorySpace().memory(scope());
    }

    /** The answer to a forget. */
    Reply forgot(Erasure erasure) {
        return Reply.ok(Answers.erasure(erasure, false));
    }

    /** An id in the path. */
    String id(String name) {
        return PathIds.read(name, path.getOrDefault(name, ""));
    }

    Parameters parameters() {
        return new Parameters(query);
    }

    /** Checks that there are no parameters. */
    void noParameters() {
        parameters().done();
    }

    /** The fields of a body that must be an object. */
    Fields fields() {
        return new Fields(Json.readObject(given()));
    }

    /** The fields of a body that may be missing. */
    Fields optionalFields() {
        return body.isBlank() ? new Fields(Map.of()) : fields();
    }

    /** The body as it is: an object, or a list. */
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
