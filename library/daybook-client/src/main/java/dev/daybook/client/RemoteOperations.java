package dev.daybook.client;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Operations;
import dev.daybook.internal.checks.WaitTime;
import dev.daybook.internal.json.ContextCodec;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.internal.json.ReferenceCodec;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Operation;
import dev.daybook.outcome.Receipt;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The operations of one scope of a server. */
record RemoteOperations(ScopeConnection scope) implements Operations {

    /** A server searches its audit log, which is slow for a large one. */
    private static final Duration SEARCHING = Duration.ofMinutes(2);

    /** The longest wait that a server grants one call. */
    private static final Duration WAIT = Duration.ofSeconds(30);

    @Override
    public Receipt await(Receipt receipt, Duration timeout) {
        Receipt now = present("receipt", receipt);
        long end = System.nanoTime() + WaitTime.nanos(present("timeout", timeout));
        while (now.vector() == Receipt.Progress.PENDING || now.derived() == Receipt.Progress.PENDING) {
            Duration left = least(Duration.ofNanos(Math.max(0, end - System.nanoTime())), WAIT);
            now = scope.server()
                    .send(
                            ServerRequest.post(scope.path("await"), ReceiptCodec.RECEIPT.write(now))
                                    .with("wait", left.toMillis())
                                    .withExtra(left)
                                    .asRepeatable(),
                            ReceiptCodec.RECEIPT::read);
            if (System.nanoTime() >= end) {
                return now;
            }
        }
        return now;
    }

    @Override
    public ErasureReceipt await(ErasureReceipt erasure, Duration timeout) {
        ErasureReceipt now = present("erasure", erasure);
        long end = System.nanoTime() + WaitTime.nanos(present("timeout", timeout));
        while (now.bytes() == ErasureReceipt.Bytes.PENDING) {
            Duration left = least(Duration.ofNanos(Math.max(0, end - System.nanoTime())), WAIT);
            now = scope.server()
                    .send(
                            ServerRequest.get("/v1/operations/" + PathSegments.of(now.operation()))
                                    .with("wait", left.plusMillis(999).toSeconds())
                                    .withExtra(left),
                            ReceiptCodec.ERASURE::read);
            if (System.nanoTime() >= end) {
                return now;
            }
        }
        return now;
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    @Override
    public DerivationOutcome undo(String operation) {
        ServerRequest request =
                ServerRequest.post(scope.path("undo"), PlainJson.object("operation", present("operation", operation)));
        return scope.server().send(request, answer -> OutcomeCodec.OUTCOME.read(answer, scope.scope()));
    }

    @Override
    public Optional<Operation> find(String operation) {
        ServerRequest request = ServerRequest.get("/v1/operations/" + PathSegments.of(present("operation", operation)))
                .withExtra(SEARCHING);
        try {
            return scope.server()
                    .find(request, fields -> undoable(operation, fields))
                    .flatMap(Function.identity());
        } catch (ServerProblem.NotHereException missing) {
            return Optional.empty();
        }
    }

    /** Returns an operation that can be undone in this scope. */
    private Optional<Operation> undoable(String operation, JsonFields fields) {
        if (!fields.truth("undoable") || !scope.scope().code().equals(fields.optionalText("scope"))) {
            return Optional.empty();
        }
        return Optional.of(new Operation(
                scope.scope(),
                operation,
                fields.text("derivation"),
                ReferenceCodec.ENTRY.readList(fields, "wrote", scope.scope())));
    }

    @Override
    public Optional<AuditEntry> auditEntry(String operation) {
        return scope.server()
                .find(
                        ServerRequest.get(scope.path("audit", present("operation", operation)))
                                .withExtra(SEARCHING),
                        fields -> OutcomeCodec.AUDIT.read(fields, scope.scope()));
    }

    @Override
    public Optional<Context> keptContext(String id) {
        return scope.server()
                .find(
                        ServerRequest.get(scope.path("contexts", present("id", id))),
                        fields -> ContextCodec.CONTEXT.read(fields, scope.scope()));
    }
}
