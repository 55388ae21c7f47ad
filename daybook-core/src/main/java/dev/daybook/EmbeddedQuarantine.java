package dev.daybook;

import static dev.daybook.Arguments.present;

import dev.daybook.data.Entry;
import dev.daybook.data.Event;
import dev.daybook.data.Operation;
import dev.daybook.data.Outcome;
import dev.daybook.data.Quarantined;
import dev.daybook.data.Recorded;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The quarantine of one scope of a daybook in this process. */
final class EmbeddedQuarantine implements Quarantine {

    /** The name of a quarantine among the operations of derived work. */
    private static final String NAME = Recorded.QUARANTINE;

    private final ScopeAccess access;
    private final Wiring wiring;
    private final Scope scope;

    EmbeddedQuarantine(ScopeAccess access) {
        this.access = access;
        this.wiring = access.wiring();
        this.scope = access.scope();
    }

    @Override
    public Quarantined preview(Selection selection) {
        return wiring.erasing().quarantiner().preview(scope, present("selection", selection));
    }

    @Override
    public Quarantined put(Selection selection) {
        Quarantined there = wiring.erasing().quarantiner().put(scope, present("selection", selection));
        changed(there, false);
        return there;
    }

    @Override
    public List<Quarantined> list() {
        return wiring.erasing().quarantiner().list(scope);
    }

    @Override
    public Stream<Entry> entries(String operation) {
        return wiring.erasing().quarantiner().entries(scope, present("operation", operation));
    }

    @Override
    public Quarantined release(String operation) {
        Quarantined released = wiring.erasing().quarantiner().release(scope, present("operation", operation));
        changed(released, true);
        return released;
    }

    /** The same, told as operations of derived work are. */
    Outcome undo(String operation) {
        Quarantined released = release(operation);
        String detail = "released, " + released.count() + (released.count() == 1 ? " entry" : " entries");
        return new Outcome(scope, NAME, operation, Outcome.Result.DONE, null, detail, 0, released.at());
    }

    /** Returns the entries that an operation has hidden, or empty if none of them is hidden now. */
    Optional<Operation> operation(String id) {
        List<Ref> refs = wiring.erasing().quarantiner().refs(scope, id);
        return refs.isEmpty() ? Optional.empty() : Optional.of(new Operation(scope, id, NAME, refs));
    }

    private void changed(Quarantined what, boolean released) {
        access.erased();
        if (what.count() > 0) {
            wiring.events().tell(new Event.Quarantined(scope, what.operation(), what.count(), released));
        }
    }
}
