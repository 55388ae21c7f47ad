package dev.daybook.server.http;

import static dev.daybook.server.keys.Right.READ;
import static dev.daybook.server.keys.Right.WRITE;

import dev.daybook.Memory;
import dev.daybook.data.Erasure;
import dev.daybook.data.GoneException;
import dev.daybook.data.Operation;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.server.http.KnownOperations.Known;
import dev.daybook.server.json.Answers;
import dev.daybook.server.keys.Caller;
import dev.daybook.server.keys.Key;
import dev.daybook.server.keys.Right;
import dev.daybook.server.problem.NotFound;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Operations by their id alone: of derived work, and forgets. One that this process does not know is looked for in the
 * scopes that the caller's key opens, so these are slow calls.
 */
final class OperationRoutes {

    /** Whoever waits has one of the few threads for slow calls. */
    private static final int LONGEST_WAIT_SECONDS = 30;

    private OperationRoutes() {}

    static List<Route> all() {
        return List.of(
                Route.get("/v1/operations/{id}", OperationRoutes::find).slow(),
                Route.post("/v1/operations/{id}/undo", WRITE, OperationRoutes::undo)
                        .slow());
    }

    private static Reply find(Call call) {
        Parameters parameters = call.parameters();
        int wait = parameters.number("wait", 0);
        parameters.done();
        if (wait < 0 || wait > LONGEST_WAIT_SECONDS) {
            throw new IllegalArgumentException(
                    "parameter 'wait' is " + wait + "; use 0 to " + LONGEST_WAIT_SECONDS + " seconds");
        }
        String id = call.id("id");
        Optional<Known> known = known(call, READ);
        Optional<Erasure> forgotten = known.flatMap(Known::forgotten);
        if (forgotten.isPresent()) {
            Scope scope = known.orElseThrow().scope();
            Erasure now = memory(call, scope).await(forgotten.get(), Duration.ofSeconds(wait));
            Map<String, @Nullable Object> answer = begun(id, "forget", scope);
            answer.putAll(Answers.erasure(now, false));
            answer.remove("dryRun");
            answer.put("undoable", false);
            return Reply.ok(answer);
        }
        Optional<Operation> stored = stored(call, known);
        Scope scope = known.map(Known::scope)
                .or(() -> stored.map(Operation::scope))
                .orElseThrow(() -> new NotFound(Caller.NOT_HERE));
        Map<String, @Nullable Object> answer = begun(id, "derived", scope);
        stored.ifPresent(operation -> answer.put("derivation", operation.derivation()));
        known.flatMap(Known::derived).ifPresent(outcome -> answer.putAll(Answers.outcome(outcome)));
        answer.put(
                "wrote",
                stored.map(operation ->
                                operation.wrote().stream().map(Answers::ref).toList())
                        .orElse(List.of()));
        answer.put("undoable", stored.isPresent());
        return Reply.ok(answer);
    }

    private static Reply undo(Call call) {
        call.noParameters();
        call.optionalFields().done();
        String id = call.id("id");
        Optional<Known> known = known(call, WRITE);
        if (known.flatMap(Known::forgotten).isPresent()) {
            throw new GoneException(
                    "operation '" + id + "' is a forget, and what it forgot is gone; there is no undo of" + " it");
        }
        Optional<Operation> stored = stored(call, known);
        if (known.isPresent() && stored.isEmpty()) {
            // A forget takes the records of what it reaches with it.
            throw new GoneException("operation '" + id + "' was undone before, or what it was made from was forgotten;"
                    + " there is nothing left to undo");
        }
        Scope scope = stored.map(Operation::scope).orElseThrow(() -> new NotFound(Caller.NOT_HERE));
        call.caller().into(scope, WRITE);
        stored.ifPresent(operation -> QuarantineRoutes.requireRight(call, operation));
        return Reply.ok(Answers.outcome(memory(call, scope).undo(id)));
    }

    private static Map<String, @Nullable Object> begun(String id, String kind, Scope scope) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("operation", id);
        answer.put("kind", kind);
        answer.put("space", scope.space().id());
        answer.put("scope", scope.code());
        return answer;
    }

    /** What this process knows of it, if it is the caller's; what is another's is looked for like what is not there. */
    private static Optional<Known> known(Call call, Right right) {
        Optional<Known> known =
                call.operations().find(call.id("id")).filter(each -> opens(call.caller(), each.scope()));
        known.ifPresent(each -> call.caller().into(each.scope(), right));
        return known;
    }

    private static boolean opens(Caller caller, Scope scope) {
        return caller.key() == null || caller.key().opens(scope);
    }

    private static Optional<Operation> stored(Call call, Optional<Known> known) {
        String id = call.id("id");
        if (known.isPresent()) {
            return memory(call, known.get().scope()).operation(id);
        }
        Key key = call.caller().key();
        if (key != null && key.scope() != null) {
            return memory(call, key.scope()).operation(id);
        }
        try (Stream<Space> spaces = key == null ? call.daybook().spaces() : Stream.of(key.space())) {
            return spaces.flatMap(space -> call.daybook().space(space.id()).list())
                    .map(scope -> memory(call, scope).operation(id))
                    .flatMap(Optional::stream)
                    .findFirst();
        }
    }

    private static Memory memory(Call call, Scope scope) {
        return call.daybook().space(scope.space().id()).in(scope);
    }
}
