package dev.daybook.consolidate;

import dev.daybook.codec.EntryCodec;
import dev.daybook.data.GoneException;
import dev.daybook.data.Recorded;
import dev.daybook.data.Scope;
import dev.daybook.remember.AuditLog;
import dev.daybook.remember.DerivedStates;
import dev.daybook.remember.DerivedStates.Operation;
import dev.daybook.remember.DerivedStates.Written;
import dev.daybook.remember.Ledger;
import dev.daybook.spi.Key;
import dev.daybook.spi.Pages;
import dev.daybook.spi.Put;
import dev.daybook.spi.Scan;
import dev.daybook.spi.State;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The undo records of derived operations: the entries an operation wrote and their previous versions. Each is a state of the scope, written
 * in the batch of the operation.
 */
final class Operations {

    /** Operations of a scope that can be undone: several weeks of a busy user with one call per episode. */
    static final int KEPT = 1_000;

    /** Counting reads all records, so it is not done with every write. */
    private static final int COUNT_EVERY = 100;

    private final Ledger ledger;
    private final Store store;
    private final AuditLog log;

    /** The records written since the last count, by scope. */
    private final Map<Scope, Integer> uncounted = new ConcurrentHashMap<>();

    Operations(Ledger ledger, Store store) {
        this.ledger = ledger;
        this.store = store;
        this.log = new AuditLog(store);
    }

    /** Restores the entries as they were before an operation, and returns the name of its derivation. */
    String undo(Scope scope, String id, Ledger.Change change) {
        Operation operation = find(scope, id).orElseThrow(() -> notFound(scope, id));
        if (ledger.present(scope, operation.read()).size() < operation.read().size()) {
            throw new GoneException("operation '" + id + "' cannot be undone: a source of its entries is gone");
        }
        for (Written written : operation.written()) {
            change.put(before(scope, id, written));
        }
        change.state(removal(id));
        change.state(record(operation.derivation(), change, operation.read()));
        return operation.derivation();
    }

    private IllegalArgumentException notFound(Scope scope, String id) {
        List<String> known = names(scope);
        if (known.size() >= KEPT && DerivedStates.operation(id).compareTo(known.get(0)) < 0) {
            return new GoneException("operation '" + id + "' is older than the last " + KEPT
                    + " of this scope, the only ones that can be undone; correct its entries by hand");
        }
        Optional<Recorded> recorded = log.find(scope, id);
        if (recorded.filter(Recorded::isForget).isPresent()) {
            return new GoneException(
                    "operation '" + id + "' is a forget, which cannot be undone: the forgotten entries are gone");
        }
        if (recorded.filter(Recorded::isReversible).isPresent()) {
            // A forget erases the undo records of the entries it reaches.
            return new GoneException(
                    "operation '" + id + "' cannot be undone: it was undone before, or its sources were forgotten;"
                            + " nothing is left to undo");
        }
        return new IllegalArgumentException(
                "operation '" + id + "' is not a derived operation of this scope; give the operation of an outcome");
    }

    /** Removes the records older than the last {@link #KEPT}. Up to {@link #COUNT_EVERY} more may remain for a while. */
    void prune(Scope scope, Ledger.Change change) {
        Integer since = uncounted.merge(scope, 1, Integer::sum);
        // Counts after the opening and then at intervals.
        if (since > 1 && since <= COUNT_EVERY) {
            return;
        }
        uncounted.put(scope, 1);
        List<String> names = names(scope);
        names.stream()
                .limit(Math.max(0, names.size() - KEPT))
                .forEach(name -> change.state(new StateChange(name, Put.ANY, null)));
    }

    /** Returns the names of the states, oldest first: ids sort by time. */
    private List<String> names(Scope scope) {
        String prefix = DerivedStates.operation("");
        return Pages.all(cursor -> store.states(scope, prefix, cursor, Pages.SIZE))
                .map(State::name)
                .sorted()
                .toList();
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
        return new Ledger.Posting(
                EntryCodec.decode(earlier),
                replaced ? earlier.status() : Ledger.WITHDRAWN,
                ledger.now().toInstant(),
                versions.get(versions.size() - 1));
    }

    /** Creates the undo record of a change that is about to be committed. */
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
