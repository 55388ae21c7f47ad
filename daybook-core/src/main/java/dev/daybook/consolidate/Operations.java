package dev.daybook.consolidate;

import dev.daybook.codec.EntryCodec;
import dev.daybook.data.Scope;
import dev.daybook.remember.DerivedStates;
import dev.daybook.remember.DerivedStates.Operation;
import dev.daybook.remember.DerivedStates.Written;
import dev.daybook.remember.Ledger;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Scan;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import java.util.List;
import java.util.Optional;

/**
 * The records of what was derived, so that it can be undone: which entries an operation wrote, and which versions they had
 * before. A state of the scope, written in the same batch.
 */
final class Operations {

    private final Ledger ledger;
    private final Store store;

    Operations(Ledger ledger, Store store) {
        this.ledger = ledger;
        this.store = store;
    }

    /** Puts back what was there before an operation; answers what it had derived. */
    String undo(Scope scope, String id, Ledger.Change change) {
        Operation operation = find(scope, id)
                .orElseThrow(() -> new IllegalArgumentException("operation '" + id
                        + "' is not one of derived work in this scope, or was undone; give one that an outcome named"));
        if (ledger.present(scope, operation.read()).size() < operation.read().size()) {
            throw new IllegalArgumentException(
                    "operation '" + id + "' was made from something that is gone; it cannot be undone");
        }
        for (Written written : operation.written()) {
            change.put(before(scope, id, written));
        }
        change.state(removal(id));
        change.state(record(operation.derivation(), change, operation.read()));
        return operation.derivation();
    }

    private Ledger.Posting before(Scope scope, String id, Written written) {
        Scan scan = Scan.of(written.key().kind()).versions(Scan.Versions.ALL);
        List<Stored> versions = ledger.all(scope, scan).stream()
                .filter(version -> version.key().equals(written.key()))
                .filter(version -> version.contentRevision() >= written.before())
                .toList();
        boolean replaced = written.before() > 0;
        if (versions.size() != (replaced ? 2 : 1)) {
            throw new IllegalArgumentException(
                    "operation '" + id + "' wrote the " + written.key().kind().label() + " '"
                            + written.key().id() + "', which has changed since; undo the later change first");
        }
        Stored earlier = versions.get(0);
        Optional<Stored> now = Optional.of(versions.get(versions.size() - 1));
        return new Ledger.Posting(
                EntryCodec.decode(earlier),
                replaced ? earlier.status() : Ledger.WITHDRAWN,
                ledger.now().toInstant(),
                now);
    }

    /** The record of a change that is about to be written. */
    static StateChange record(String derivation, Ledger.Change change, List<Key> read) {
        List<Written> written = change.postings().stream()
                .map(posting -> new Written(
                        new Key(posting.entry().kind(), posting.entry().id()),
                        posting.replaces().map(Stored::contentRevision).orElse(0L)))
                .toList();
        Operation operation = new Operation(derivation, written, read);
        return new StateChange(DerivedStates.operation(change.operation()), 0, operation.encode());
    }

    Optional<Operation> find(Scope scope, String operation) {
        String wanted = DerivedStates.operation(operation);
        return store.states(scope, wanted, null, 1).items().stream()
                .filter(state -> state.name().equals(wanted))
                .findFirst()
                .map(Operation::decode);
    }

    static StateChange removal(String operation) {
        return new StateChange(DerivedStates.operation(operation), Put.ANY, null);
    }
}
