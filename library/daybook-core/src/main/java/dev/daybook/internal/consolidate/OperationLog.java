package dev.daybook.internal.consolidate;

import dev.daybook.error.GoneException;
import dev.daybook.internal.audit.AuditLog;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.ledger.DerivedStates;
import dev.daybook.internal.ledger.DerivedStates.UndoRecord;
import dev.daybook.internal.ledger.DerivedStates.WrittenEntry;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.internal.ledger.FactLedger;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.internal.store.StateFamilies;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The undo records of derived operations: the entries an operation wrote and their previous versions. Each is a state
 * of the scope, written in the batch of the operation.
 */
public final class OperationLog {

    /** Operations of a scope that can be undone: several weeks of a busy user with one call per episode. */
    static final int KEPT = 1_000;

    /** Counting reads all records, so it is not done with every write. */
    private static final int COUNT_EVERY = 100;

    private final EntryLedger ledger;
    private final FactLedger facts;
    private final Store store;
    private final AuditLog log;

    /** The records written since the last count, by scope. */
    private final Map<Scope, Integer> uncounted = new ConcurrentHashMap<>();

    OperationLog(EntryLedger ledger, FactLedger facts, Store store) {
        this.ledger = ledger;
        this.facts = facts;
        this.store = store;
        this.log = new AuditLog(store);
    }

    /** Restores the entries as they were before an operation, and returns the name of its derivation. */
    String undo(Scope scope, String id, EntryLedger.Change change, AccessRules rules) {
        UndoRecord operation = find(scope, id).orElseThrow(() -> notFound(scope, id));
        List<EntryKey> keys =
                operation.written().stream().map(WrittenEntry::key).toList();
        rules.requireTrust(
                ProtectedOperation.UNDO,
                ledger.present(scope, keys).values().stream().map(EntryCodec::decode));
        if (ledger.present(scope, operation.read()).size() < operation.read().size()) {
            throw new GoneException("operation '" + id + "' cannot be undone: a source of its entries is gone");
        }
        Map<Boolean, List<EntryLedger.EntryWrite>> earlier = operation.written().stream()
                .map(written -> before(scope, id, written))
                .collect(Collectors.partitioningBy(write -> write.entry().kind() == Kind.FACT));
        earlier.get(false).forEach(change::put);
        if (!earlier.get(true).isEmpty()) {
            facts.restore(change, scope, earlier.get(true));
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
        Optional<AuditEntry> recorded = log.find(scope, id);
        if (recorded.filter(AuditEntry::isForget).isPresent()) {
            return new GoneException(
                    "operation '" + id + "' is a forget, which cannot be undone: the forgotten entries are gone");
        }
        if (recorded.filter(AuditEntry::isReversible).isPresent()) {
            // A forget erases the undo records of the entries it reaches.
            return new GoneException(
                    "operation '" + id + "' cannot be undone: it was undone before, or its sources were forgotten;"
                            + " nothing is left to undo");
        }
        return new IllegalArgumentException(
                "operation '" + id + "' is not a derived operation of this scope; give the operation of an outcome");
    }

    /**
     * Removes the records older than the last {@link #KEPT}. Up to {@link #COUNT_EVERY} more may remain for a while.
     */
    void prune(Scope scope, EntryLedger.Change change) {
        Integer since = uncounted.merge(scope, 1, Integer::sum);
        // Counts after the opening and then at intervals.
        if (since > 1 && since <= COUNT_EVERY) {
            return;
        }
        uncounted.put(scope, 1);
        List<String> names = names(scope);
        names.stream()
                .limit(Math.max(0, names.size() - KEPT))
                .forEach(name -> change.state(new StateChange(name, EntryPut.ANY, null)));
    }

    /** Returns the names of the states, oldest first: ids sort by time. */
    private List<String> names(Scope scope) {
        String prefix = DerivedStates.operation("");
        return StateFamilies.all(store, scope, prefix)
                .map(ScopeState::name)
                .sorted()
                .toList();
    }

    private EntryLedger.EntryWrite before(Scope scope, String id, WrittenEntry written) {
        List<StoredEntry> versions = ledger.versions(scope, written.key()).stream()
                .filter(version -> version.contentRevision() >= written.before())
                .toList();
        boolean replaced = written.before() > 0;
        int before = replaced ? 1 : 0;
        if (versions.size() <= before || !isOnlyRepeated(versions.subList(before, versions.size()))) {
            throw new IllegalArgumentException(
                    "operation '" + id + "' wrote the " + written.key().kind().label() + " '"
                            + written.key().id() + "', which has changed since; undo the later change first");
        }
        StoredEntry earlier = versions.get(0);
        return new EntryLedger.EntryWrite(
                EntryCodec.decode(earlier),
                replaced ? earlier.status() : EntryLedger.WITHDRAWN,
                ledger.now().toInstant(),
                versions.get(versions.size() - 1));
    }

    /** Tests whether the versions of an entry after the first are of a fact that got further sources. */
    private static boolean isOnlyRepeated(List<StoredEntry> versions) {
        StoredEntry first = versions.get(0);
        return versions.stream()
                .skip(1)
                .allMatch(later -> later.status().equals(first.status())
                        && EntryCodec.decode(first) instanceof Fact fact
                        && EntryCodec.decode(later) instanceof Fact repeated
                        && Objects.equals(fact.validUntil(), repeated.validUntil())
                        && Objects.equals(fact.supersededBy(), repeated.supersededBy())
                        && fact.asStated()
                                .equals(repeated.asStated()
                                        .withProvenance(repeated.provenance().at(fact.position(), fact.revision()))));
    }

    /** Creates the undo record of a change that is about to be committed. */
    public static StateChange record(String derivation, EntryLedger.Change change, List<EntryKey> read) {
        List<WrittenEntry> written = change.writes().stream()
                .map(entryWrite -> new WrittenEntry(
                        new EntryKey(
                                entryWrite.entry().kind(), entryWrite.entry().id()),
                        entryWrite.replaces().map(StoredEntry::contentRevision).orElse(0L)))
                .toList();
        UndoRecord operation = new UndoRecord(derivation, written, read);
        return new StateChange(DerivedStates.operation(change.operation()), 0, operation.encode());
    }

    Optional<UndoRecord> find(Scope scope, String operation) {
        String wanted = DerivedStates.operation(operation);
        return store.state(scope, wanted).map(UndoRecord::decode);
    }

    static StateChange removal(String operation) {
        return new StateChange(DerivedStates.operation(operation), EntryPut.ANY, null);
    }
}
