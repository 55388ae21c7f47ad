package dev.daybook;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.internal.audit.AuditLog;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Scope;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Operation;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import java.time.Duration;
import java.util.Optional;

/** The operations of one scope of a daybook in this process. */
final class EmbeddedOperations implements Operations {

    private final ScopeAccess access;
    private final DaybookWiring wiring;
    private final Scope scope;

    EmbeddedOperations(ScopeAccess access) {
        this.access = access;
        this.wiring = access.wiring();
        this.scope = access.scope();
    }

    @Override
    public Receipt await(Receipt receipt, Duration timeout) {
        present("timeout", timeout);
        long begun = System.nanoTime();
        Receipt now = present("receipt", receipt);
        if (now.vector() == Progress.PENDING) {
            now = now.vector(wiring.vectors()
                    .map(vectors -> vectors.progress(scope, receipt.revision(), timeout))
                    .orElse(Progress.PENDING));
        }
        Duration left = timeout.minusNanos(System.nanoTime() - begun);
        boolean derived = now.derived() == Progress.PENDING
                && wiring.derived()
                        .background()
                        .map(worker -> worker.await(scope, receipt.revision(), left))
                        .orElse(false);
        return derived ? now.derived(Progress.DONE) : now;
    }

    @Override
    public ErasureReceipt await(ErasureReceipt erasure, Duration timeout) {
        return wiring.erasing().eraser().await(present("erasure", erasure), present("timeout", timeout));
    }

    @Override
    public DerivationOutcome undo(String operation) {
        if (wiring.erasing().quarantine().holds(scope, present("operation", operation))) {
            return quarantine().undo(operation);
        }
        access.require(ProtectedOperation.UNDO);
        DerivationOutcome outcome = wiring.derived().consolidation().undo(scope, operation, access.rules());
        wiring.vectors().ifPresent(vectors -> vectors.wake(scope));
        return outcome;
    }

    @Override
    public Optional<Operation> find(String operation) {
        return wiring.derived()
                .consolidation()
                .operation(scope, present("operation", operation))
                .or(() -> quarantine().operation(operation));
    }

    private EmbeddedQuarantine quarantine() {
        return new EmbeddedQuarantine(access);
    }

    @Override
    public Optional<AuditEntry> auditEntry(String operation) {
        return new AuditLog(wiring.visible()).find(scope, present("operation", operation));
    }

    @Override
    public Optional<Context> keptContext(String id) {
        return wiring.reads()
                .contexts()
                .find(scope, present("id", id))
                .filter(context -> access.readsShared() || !showsShared(context));
    }

    private static boolean showsShared(Context context) {
        return context.sections().stream()
                .flatMap(section -> section.entries().stream())
                .anyMatch(entry -> entry.scope() instanceof Scope.Shared);
    }
}
