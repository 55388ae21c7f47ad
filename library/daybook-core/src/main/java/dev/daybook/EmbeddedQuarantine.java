package dev.daybook;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Scope;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Event;
import dev.daybook.outcome.Operation;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.query.Selection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The quarantine of one scope of a daybook in this process. */
final class EmbeddedQuarantine implements Quarantine {

    /** The name of a quarantine among the operations of derived work. */
    private static final String NAME = AuditEntry.QUARANTINE;

    private final ScopeAccess access;
    private final DaybookWiring wiring;
    private final Scope scope;

    EmbeddedQuarantine(ScopeAccess access) {
        this.access = access;
        this.wiring = access.wiring();
        this.scope = access.scope();
    }

    @Override
    public QuarantineReceipt preview(Selection.Matching selection) {
        return wiring.erasing().quarantine().preview(scope, present("selection", selection));
    }

    @Override
    public QuarantineReceipt hide(Selection.Matching selection) {
        access.require(ProtectedOperation.QUARANTINE);
        QuarantineReceipt there =
                wiring.erasing().quarantine().put(scope, present("selection", selection), access.rules());
        changed(there, false);
        return there;
    }

    @Override
    public List<QuarantineReceipt> list() {
        return wiring.erasing().quarantine().list(scope);
    }

    @Override
    public Stream<Entry> entries(String operation) {
        return wiring.erasing().quarantine().entries(scope, present("operation", operation));
    }

    @Override
    public QuarantineReceipt release(String operation) {
        access.require(ProtectedOperation.RELEASE);
        QuarantineReceipt released = wiring.erasing().quarantine().release(scope, present("operation", operation));
        changed(released, true);
        return released;
    }

    /** Releases a quarantine and returns the outcome of an undo. */
    DerivationOutcome undo(String operation) {
        QuarantineReceipt released = release(operation);
        String detail = "released, " + released.count() + (released.count() == 1 ? " entry" : " entries");
        return new DerivationOutcome(
                scope, NAME, operation, DerivationOutcome.Result.DONE, null, detail, 0, released.at());
    }

    /** Returns the entries that an operation has hidden, or empty if none of them is hidden now. */
    Optional<Operation> operation(String id) {
        List<EntryRef> refs = wiring.erasing().quarantine().refs(scope, id);
        return refs.isEmpty() ? Optional.empty() : Optional.of(new Operation(scope, id, NAME, refs));
    }

    private void changed(QuarantineReceipt what, boolean released) {
        access.erased();
        if (what.count() > 0) {
            wiring.events().tell(new Event.Quarantined(scope, what.operation(), what.count(), released));
        }
    }
}
