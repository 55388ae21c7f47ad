package dev.daybook;

import static dev.daybook.checks.NullChecks.present;

import dev.daybook.data.AuditEntry;
import dev.daybook.data.Context;
import dev.daybook.data.DerivationOutcome;
import dev.daybook.data.Operation;
import dev.daybook.data.ProtectedOperation;
import dev.daybook.data.Scope;
import dev.daybook.ledger.AuditLog;
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
