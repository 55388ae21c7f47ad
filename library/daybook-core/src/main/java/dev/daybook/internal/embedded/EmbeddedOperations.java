package dev.daybook.internal.embedded;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Operations;
import dev.daybook.internal.audit.AuditLog;
import dev.daybook.internal.consolidate.Consolidation;
import dev.daybook.internal.forget.ScopeEraser;
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
    private final Scope scope;
    private final EmbeddedQuarantine quarantine;
    private final ScopeEraser eraser;
    private final Consolidation consolidation;
    private final BackgroundWork background;
    private final AuditLog audit;
    private final ContextPath contexts;

    EmbeddedOperations(
            ScopeAccess access,
            EmbeddedQuarantine quarantine,
            ScopeEraser eraser,
            Consolidation consolidation,
            BackgroundWork background,
            AuditLog audit,
            ContextPath contexts) {
        this.access = access;
        this.scope = access.scope();
        this.quarantine = quarantine;
        this.eraser = eraser;
        this.consolidation = consolidation;
        this.background = background;
        this.audit = audit;
        this.contexts = contexts;
    }

    @Override
    public Receipt await(Receipt receipt, Duration timeout) {
        present("timeout", timeout);
        long begun = System.nanoTime();
        Receipt now = present("receipt", receipt);
        if (now.vector() == Progress.PENDING) {
            now = now.vector(background.awaitVectors(scope, receipt.revision(), timeout));
        }
        Duration left = timeout.minusNanos(System.nanoTime() - begun);
        boolean derived =
                now.derived() == Progress.PENDING && background.awaitDerivations(scope, receipt.revision(), left);
        return derived ? now.derived(Progress.DONE) : now;
    }

    @Override
    public ErasureReceipt await(ErasureReceipt erasure, Duration timeout) {
        return eraser.await(present("erasure", erasure), present("timeout", timeout));
    }

    @Override
    public DerivationOutcome undo(String operation) {
        if (quarantine.holds(present("operation", operation))) {
            return quarantine.undo(operation);
        }
        access.require(ProtectedOperation.UNDO);
        DerivationOutcome outcome = consolidation.undo(scope, operation, access.rules());
        background.wakeVectors(scope);
        return outcome;
    }

    @Override
    public Optional<Operation> find(String operation) {
        return consolidation
                .operation(scope, present("operation", operation))
                .or(() -> quarantine.operation(operation));
    }

    @Override
    public Optional<AuditEntry> auditEntry(String operation) {
        return audit.find(scope, present("operation", operation));
    }

    @Override
    public Optional<Context> keptContext(String id) {
        return contexts.kept(access, present("id", id));
    }
}
