package dev.daybook.server.http;

import static dev.daybook.server.keys.Right.WRITE;

import dev.daybook.Memory;
import dev.daybook.data.Erasure;
import dev.daybook.data.GoneException;
import dev.daybook.data.Operation;
import dev.daybook.data.Outcome;
import dev.daybook.data.Recorded;
import dev.daybook.data.Scope;
import dev.daybook.server.json.Answers;
import dev.daybook.server.keys.Caller;
import dev.daybook.server.keys.Key;
import dev.daybook.server.problem.NotFound;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The routes of operations by id: derivations and forgets of any scope and time. They are searched in the audit log, which
 * is ordered by time only, so these are slow calls.
 */
final class OperationRoutes {

    /** A waiting call uses one of the few threads for waiting. */
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
        Recorded recorded = recorded(call);
        if (recorded.isForget()) {
            // Of any scope of the space: the store knows the erasures, not their scopes.
            Memory any = call.daybook().space(recorded.space().id()).anonymous();
            Erasure now = any.await(recorded.erasure(), Duration.ofSeconds(wait));
            Map<String, @Nullable Object> answer = begun(recorded, "forget");
            answer.putAll(Answers.erasure(now, false));
            answer.remove("dryRun");
            answer.put("undoable", false);
            return Reply.ok(answer);
        }
        Optional<Operation> stored = stored(call, recorded);
        Optional<Outcome> known = call.operations().find(recorded.operation());
        if (stored.isEmpty() && known.isEmpty() && !recorded.isReversible()) {
            throw new NotFound(Caller.NOT_HERE);
        }
        Map<String, @Nullable Object> answer = begun(recorded, recorded.isQuarantine() ? "quarantine" : "derived");
        stored.ifPresent(operation -> answer.put("derivation", operation.derivation()));
        known.ifPresent(outcome -> answer.putAll(Answers.outcome(outcome)));
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
        Recorded recorded = recorded(call);
        Key key = call.caller().key();
        Scope scope = recorded.scope() == null && key != null ? key.scope() : recorded.scope();
        if (scope == null) {
            throw new GoneException("operation '" + recorded.operation()
                    + "' belongs to a scope that was erased as a whole; nothing is left to undo");
        }
        if (!recorded.isForget() && !recorded.isReversible()) {
            throw new NotFound(Caller.NOT_HERE);
        }
        memory(call, scope)
                .operations()
                .find(recorded.operation())
                .ifPresent(operation -> QuarantineRoutes.requireRight(call, operation));
        return Reply.ok(Answers.outcome(memory(call, scope).operations().undo(recorded.operation())));
    }

    /** Returns the audit entry of the operation if the caller may see it; otherwise fails as for a missing one. */
    private static Recorded recorded(Call call) {
        String id = call.id("id");
        Key key = call.caller().key();
        Optional<Recorded> recorded = key == null || key.scope() == null
                ? call.daybook()
                        .auditEntry(id)
                        .filter(each -> key == null || each.space().equals(key.space()))
                : memory(call, key.scope()).operations().auditEntry(id);
        return recorded.orElseThrow(() -> new NotFound(Caller.NOT_HERE));
    }

    private static Optional<Operation> stored(Call call, Recorded recorded) {
        Scope scope = recorded.scope();
        return scope == null
                ? Optional.empty()
                : memory(call, scope).operations().find(recorded.operation());
    }

    private static Map<String, @Nullable Object> begun(Recorded recorded, String kind) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("operation", recorded.operation());
        answer.put("kind", kind);
        answer.put("space", recorded.space().id());
        answer.put("scope", recorded.scope() == null ? null : recorded.scope().code());
        return answer;
    }

    private static Memory memory(Call call, Scope scope) {
        return call.daybook().space(scope.space().id()).memory(scope);
    }
}
