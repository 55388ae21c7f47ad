package dev.daybook.server.http.routes;

import static dev.daybook.access.AccessRight.FORGET;
import static dev.daybook.access.AccessRight.READ;
import static dev.daybook.access.AccessRight.WRITE;

import dev.daybook.Memory;
import dev.daybook.access.AccessRight;
import dev.daybook.error.GoneException;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.internal.json.ReferenceCodec;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Operation;
import dev.daybook.server.keys.ApiKey;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.keys.GrantPlace;
import dev.daybook.server.problem.NotFoundException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The routes of operations by id: derivations and forgets of any scope and time. They are searched in the audit log,
 * which is ordered by time only, so these are slow calls.
 */
final class OperationRoutes {

    /** A waiting call uses one of the few threads for waiting. */
    private static final int MAX_WAIT_SECONDS = 30;

    private OperationRoutes() {}

    static List<HttpRoute> all() {
        return List.of(
                HttpRoute.get("/v1/operations/{id}", OperationRoutes::find).slow(),
                HttpRoute.get("/v1/operations/{id}/audit", OperationRoutes::audit)
                        .slow(),
                HttpRoute.post("/v1/operations/{id}/undo", WRITE, OperationRoutes::undo)
                        .slow());
    }

    private static HttpReply find(HttpCall call) {
        QueryParameters parameters = call.parameters();
        int wait = parameters.number("wait", 0);
        parameters.done();
        if (wait < 0 || wait > MAX_WAIT_SECONDS) {
            throw new IllegalArgumentException(
                    "parameter 'wait' is " + wait + "; use 0 to " + MAX_WAIT_SECONDS + " seconds");
        }
        AuditEntry auditEntry = recorded(call, READ).entry();
        if (auditEntry.isForget()) {
            // Of any scope of the space: the store knows the erasures, not their scopes.
            Memory any = call.daybook().space(auditEntry.space().id()).anonymous();
            ErasureReceipt now = any.operations().await(auditEntry.erasure(), Duration.ofSeconds(wait));
            Map<String, @Nullable Object> answer = begun(auditEntry, "forget");
            answer.putAll(ReceiptCodec.ERASURE.write(now));
            answer.put("undoable", false);
            return HttpReply.ok(answer);
        }
        if (isProposal(auditEntry)) {
            return proposal(call, auditEntry);
        }
        Optional<Operation> stored = stored(call, auditEntry);
        Optional<DerivationOutcome> known = call.operations().find(auditEntry.operation());
        if (stored.isEmpty() && known.isEmpty() && !auditEntry.isReversible()) {
            throw new NotFoundException(AuthenticatedCaller.NOT_HERE);
        }
        Map<String, @Nullable Object> answer =
                begun(auditEntry, auditEntry.action().equals(AuditEntry.QUARANTINE) ? "quarantine" : "derived");
        stored.ifPresent(operation -> answer.put("derivation", operation.derivation()));
        known.ifPresent(outcome -> answer.putAll(OutcomeCodec.OUTCOME.write(outcome)));
        answer.put(
                "wrote",
                stored.map(operation -> operation.wrote().stream()
                                .map(ReferenceCodec.ENTRY::write)
                                .toList())
                        .orElse(List.of()));
        answer.put("undoable", stored.isPresent());
        return HttpReply.ok(answer);
    }

    private static boolean isProposal(AuditEntry auditEntry) {
        return auditEntry.action().equals(AuditEntry.PROPOSE);
    }

    private static HttpReply proposal(HttpCall call, AuditEntry auditEntry) {
        List<Object> waiting = List.of();
        Scope scope = auditEntry.scope();
        if (scope != null) {
            try (Stream<Entry> entries = memory(call, scope).quarantine().entries(auditEntry.operation())) {
                waiting = entries.map(entry -> new EntryRef(scope, entry.kind(), entry.id()))
                        .<Object>map(ReferenceCodec.ENTRY::write)
                        .toList();
            }
        }
        if (waiting.isEmpty()) {
            throw new NotFoundException(AuthenticatedCaller.NOT_HERE);
        }
        Map<String, @Nullable Object> answer = begun(auditEntry, "quarantine");
        answer.put("wrote", waiting);
        answer.put("undoable", false);
        return HttpReply.ok(answer);
    }

    private static HttpReply audit(HttpCall call) {
        call.noParameters();
        AuditEntry auditEntry = recorded(call, READ).entry();
        Map<String, @Nullable Object> answer = OutcomeCodec.AUDIT.write(auditEntry);
        answer.put("space", auditEntry.space().id());
        return HttpReply.ok(answer);
    }

    private static HttpReply undo(HttpCall call) {
        call.noParameters();
        call.optionalFields().done();
        RecordedOperation recorded = recorded(call, WRITE);
        AuditEntry auditEntry = recorded.entry();
        Scope scope = auditEntry.scope() == null ? recorded.place().scope() : auditEntry.scope();
        if (scope == null) {
            throw new GoneException("operation '" + auditEntry.operation()
                    + "' belongs to a scope that was erased as a whole; nothing is left to undo");
        }
        // The memory refuses to undo a proposal, and says what to do instead.
        if (!auditEntry.isForget() && !auditEntry.isReversible() && !isProposal(auditEntry)) {
            throw new NotFoundException(AuthenticatedCaller.NOT_HERE);
        }
        return HttpReply.ok(
                OutcomeCodec.OUTCOME.write(memory(call, scope).operations().undo(auditEntry.operation())));
    }

    /**
     * An operation, and the place of the grant through which the caller sees it.
     */
    private record RecordedOperation(AuditEntry entry, GrantPlace place) {}

    /**
     * Returns the operation of the path if the caller may see it; otherwise fails as for a missing one. A proposal is seen by
     * those who review it only.
     *
     * @throws dev.daybook.server.problem.ForbiddenException if the caller sees it and lacks the right there
     */
    private static RecordedOperation recorded(HttpCall call, AccessRight right) {
        String id = call.id("id");
        AuditEntry entry =
                call.daybook().auditEntry(id).orElseThrow(() -> new NotFoundException(AuthenticatedCaller.NOT_HERE));
        AccessRight needed = isProposal(entry) ? FORGET : right;
        RecordedOperation recorded =
                visible(call, entry, needed).orElseThrow(() -> new NotFoundException(AuthenticatedCaller.NOT_HERE));
        call.caller().into(recorded.place(), needed);
        return recorded;
    }

    /**
     * Returns the parts of an operation in the scopes where the caller has a right; otherwise one of those that it opens at
     * all, which {@link #recorded} refuses. An operation over two scopes is seen in each as the part there.
     */
    private static Optional<RecordedOperation> visible(HttpCall call, AuditEntry entry, AccessRight right) {
        AuthenticatedCaller caller = call.caller();
        ApiKey key = caller.key();
        GrantPlace all = GrantPlace.of(entry.space());
        if (key == null || caller.has(all, right)) {
            Scope scope = entry.scope();
            return Optional.of(new RecordedOperation(entry, scope == null ? all : GrantPlace.of(scope)));
        }
        // A scope that was erased as a whole is known to who names it.
        List<Scope> named = key.grants().stream()
                .map(grant -> grant.place().scope())
                .filter(Objects::nonNull)
                .filter(scope -> scope.space().equals(entry.space()))
                .toList();
        Map<Scope, AuditEntry> opened = new LinkedHashMap<>();
        call.daybook().maintenance().auditEntries(entry.operation(), named).forEach((scope, part) -> {
            if (key.opens(scope)) {
                opened.put(scope, part);
            }
        });
        Map<Scope, AuditEntry> righted = new LinkedHashMap<>(opened);
        righted.keySet().removeIf(scope -> !caller.has(scope, right));
        if (opened.isEmpty()) {
            return key.rights(all).isEmpty() ? Optional.empty() : Optional.of(new RecordedOperation(entry, all));
        }
        return Optional.of(merged(righted.isEmpty() ? opened : righted));
    }

    /** Returns the sum of some parts of an operation as an operation of one of their scopes, not of the shared one if any. */
    private static RecordedOperation merged(Map<Scope, AuditEntry> parts) {
        Scope one = parts.keySet().stream()
                .filter(scope -> !(scope instanceof Scope.Shared))
                .findFirst()
                .orElseGet(() -> parts.keySet().iterator().next());
        AuditEntry of = Objects.requireNonNull(parts.get(one));
        Map<Kind, Long> counts = new EnumMap<>(Kind.class);
        parts.values().forEach(part -> part.counts().forEach((kind, count) -> counts.merge(kind, count, Long::sum)));
        return new RecordedOperation(
                new AuditEntry(of.space(), of.scope(), of.operation(), of.action(), of.at(), counts),
                GrantPlace.of(one));
    }

    private static Optional<Operation> stored(HttpCall call, AuditEntry auditEntry) {
        Scope scope = auditEntry.scope();
        return scope == null
                ? Optional.empty()
                : memory(call, scope).operations().find(auditEntry.operation());
    }

    private static Map<String, @Nullable Object> begun(AuditEntry auditEntry, String kind) {
        Map<String, @Nullable Object> answer = PlainJson.object("operation", auditEntry.operation());
        answer.put("kind", kind);
        answer.put("space", auditEntry.space().id());
        answer.put(
                "scope", auditEntry.scope() == null ? null : auditEntry.scope().code());
        return answer;
    }

    private static Memory memory(HttpCall call, Scope scope) {
        return call.daybook()
                .space(scope.space().id(), call.caller().principal(scope))
                .memory(scope);
    }
}
