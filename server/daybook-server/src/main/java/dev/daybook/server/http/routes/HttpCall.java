package dev.daybook.server.http.routes;

import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.ReferenceCodec;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.VersionCondition;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.keys.ApiKeys;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.keys.GrantPlace;
import dev.daybook.server.paths.PathIds;
import dev.daybook.server.problem.ForbiddenException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * An authorized request, read strictly: an unknown parameter or field is an error.
 *
 * @param place the space and scope of the path
 * @param path the named parts of the path, still encoded
 * @param body the body as text; empty if there is none
 * @param condition the condition of a write on the version that it changes
 * @param room the heap for the answer
 */
public record HttpCall(
        LocalDaybook daybook,
        KnownOperations operations,
        ApiKeys keys,
        AuthenticatedCaller caller,
        PathTarget place,
        Map<String, String> path,
        Map<String, List<String>> query,
        String body,
        VersionCondition condition,
        AnswerRoom room) {

    /**
     * The heap for an answer.
     *
     * @param page the heap at which a page of entries ends
     */
    public record AnswerRoom(HeapReservation call, long page) {

        /** Reads a page of at most the limit of entries; a page of large entries has fewer, at least one. */
        public <T> T page(int limit, IntFunction<T> read) throws Exception {
            return PageRoom.read(call, page, limit, read);
        }
    }

    Space space() {
        return Objects.requireNonNull(place.space(), "the route has no space");
    }

    Scope scope() {
        return Objects.requireNonNull(place.scope(), "the route has no scope");
    }

    MemorySpace memorySpace() {
        GrantPlace own = place.scope() == null ? GrantPlace.of(space()) : GrantPlace.of(place.scope());
        return daybook.space(space().id(), caller.principal(own));
    }

    Memory memory() {
        return memorySpace().memory(scope());
    }

    /**
     * Returns the memory of the path, joined with the scopes of the field {@code with}.
     *
     * @throws NotFoundException if the caller's key does not open one of them, whether there is such a scope or not
     * @throws ForbiddenException if it lacks a right
     */
    Memory memory(List<ReadScopes.Joined> joined) {
        Memory memory = memory();
        for (ReadScopes.Joined each : joined) {
            if (each.scope() instanceof Scope.Shared) {
                caller.readShared(scope());
            } else {
                caller.into(each.scope(), AccessRight.READ);
            }
            memory = memory.with(memorySpace().memory(each.scope()), each.atMost());
        }
        return memory;
    }

    /** Reads the field {@code with}. */
    List<ReadScopes.Joined> joined(JsonFields fields) {
        return ReferenceCodec.JOINED.readList(fields, "with", scope());
    }

    /**
     * Returns whether the caller declares its write an import, whose entries state their own trust (decision 56). Reads
     * all parameters.
     *
     * @throws ForbiddenException if the caller lacks the right admin
     */
    boolean isImport() {
        QueryParameters parameters = parameters();
        boolean isImport = parameters.truth("import");
        parameters.done();
        if (isImport) {
            caller.into(scope(), AccessRight.ADMIN);
        }
        return isImport;
    }

    /** Returns the memory for a write of the caller, or for its import. */
    Memory memory(boolean isImport) {
        return isImport ? importing() : memory();
    }

    /** Returns the memory for entries that state their own trust, which needs the right admin. */
    Memory importing() {
        caller.into(scope(), AccessRight.ADMIN);
        return daybook.space(space().id(), caller.importing(scope())).memory(scope());
    }

    /** Returns the answer to a forget. */
    HttpReply forgot(ErasureReceipt erasure) {
        return HttpReply.ok(AnswerJson.erasure(erasure, false));
    }

    /** Returns an id of the path. */
    String id(String name) {
        return PathIds.read(name, path.getOrDefault(name, ""));
    }

    public QueryParameters parameters() {
        return new QueryParameters(query);
    }

    /** Requires an empty query string. */
    public void noParameters() {
        parameters().done();
    }

    /** Returns the fields of a mandatory body, an object. */
    public JsonFields fields() {
        return new JsonFields(PlainJson.readObject(given()));
    }

    /** Returns the fields of an optional body. */
    public JsonFields optionalFields() {
        return body.isBlank() ? new JsonFields(Map.of()) : fields();
    }

    /** Returns the parsed body: an object or a list. */
    @Nullable
    Object json() {
        return PlainJson.read(given());
    }

    /** Returns whether a write has a condition on the version of an entry, which must be its only one. */
    boolean isConditionOn(@Nullable Object body) {
        boolean isConditional = !condition.equals(VersionCondition.NONE);
        if (isConditional && body instanceof List) {
            throw new IllegalArgumentException(
                    "the body is a list, and a condition is on the version of one entry; send"
                            + " the entry as an object, or leave out the headers 'If-Match' and 'If-None-Match'");
        }
        return isConditional;
    }

    private String given() {
        if (body.isBlank()) {
            throw new IllegalArgumentException("the body is empty; send a JSON object");
        }
        return body;
    }
}
