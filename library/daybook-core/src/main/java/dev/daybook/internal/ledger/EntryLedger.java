package dev.daybook.internal.ledger;

import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.commit.AuditedCommit;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.expiry.DueNotes;
import dev.daybook.internal.expiry.EndedEntries;
import dev.daybook.internal.expiry.EndedEntryException;
import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.Note;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.ExpectedHead;
import dev.daybook.store.Page;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads and commits all entries except episodes: blocks, facts, notes and summaries.
 *
 * <p>A change reads, decides and commits while it holds the scope's write lock. Its entries, states and audit entry are
 * one batch, so either all of them are visible or none. If another process commits first, the store reports a version
 * conflict and the decision runs again on the new state. Therefore a decision must not have side effects.
 *
 * <p>Each {@link EntryWrite} names the version it replaces, and the store checks it: no update is lost, not even
 * between processes. A decision may also depend on entries that it does not replace, such as the orders of all blocks;
 * if several processes write to the store, the batch therefore expects the head that was read before the decision. That
 * head does not show changes of states only, so a decision on a state names the version of the state. Thread-safe.
 */
public final class EntryLedger {

    private static final int PAGE = 1_000;

    /** The status of an entry withdrawn by derived work: its versions stay, no list shows it. */
    public static final String WITHDRAWN = "withdrawn";

    /** The status of a fact that is kept as it was stated and shown in no list: it repeats another, or ends none yet. */
    public static final String STATED = "stated";

    /** The status of a superseded note. */
    static final String SUPERSEDED = "superseded";

    private final Store store;
    private final Clock clock;
    private final AuditedCommit commit;
    private final EndedEntryException.Erasure ended;

    /** Creates a ledger over a store in which no entry has an end. */
    public EntryLedger(Store store, Clock clock, ScopeLocks scopeLocks, AuditTrail audit) {
        this(store, clock, scopeLocks, audit, (scope, keys) -> {});
    }

    /** @param ended erases ended entries, before others take their ids */
    public EntryLedger(
            Store store, Clock clock, ScopeLocks scopeLocks, AuditTrail audit, EndedEntryException.Erasure ended) {
        this.ended = ended;
        this.store = store;
        this.clock = clock;
        this.commit = new AuditedCommit(store, clock, scopeLocks, audit);
    }

    /** Returns the present time, truncated to the precision of the store. */
    public OffsetDateTime now() {
        return OffsetDateTime.now(clock).truncatedTo(ChronoUnit.MICROS);
    }

    /** Returns all results of a scan, in its order. */
    public List<StoredEntry> all(Scope scope, EntryScan scan) {
        return all(scope, scan, stored -> true);
    }

    /** Returns the wanted results of a scan, in its order. The others take memory only while their page is read. */
    public List<StoredEntry> all(Scope scope, EntryScan scan, Predicate<StoredEntry> wanted) {
        List<StoredEntry> found = new ArrayList<>();
        stream(scope, scan).filter(wanted).forEach(stored -> {
            ReadBudget.takeEntry(stored.body().size());
            found.add(stored);
        });
        return List.copyOf(found);
    }

    /** Returns all versions of an entry, oldest first. */
    public List<StoredEntry> versions(Scope scope, EntryKey key) {
        EntryScan every = EntryScan.of(key.kind()).versions(EntryScan.Versions.ALL);
        return store.get(scope, List.of(key)).stream()
                .flatMap(current -> all(scope, every.positions(current.position(), current.position())).stream())
                .toList();
    }

    /** Returns live notes that are due at a time, the earliest first. */
    public List<Note> due(Scope scope, Instant until, int limit) {
        return DueNotes.due(store, scope, until, limit);
    }

    /** Returns one page of a scan. */
    public Page<StoredEntry> page(Scope scope, EntryScan scan) {
        return store.scan(scope, scan);
    }

    /** Streams all results of a scan, in its order; pages are read on demand. */
    public Stream<StoredEntry> stream(Scope scope, EntryScan scan) {
        EntryScan pages = scan.limit(PAGE);
        return PagedReads.all(cursor -> store.scan(scope, pages.after(cursor)));
    }

    /** Streams the readable results of a scan, for derivations: a damaged entry is logged and skipped. */
    public Stream<StoredEntry> readable(Scope scope, EntryScan scan) {
        return PagedReads.all(cursor -> store.scan(scope, scan.after(cursor), DamageTolerantReader.toLog()));
    }

    /**
     * An entry to put.
     *
     * @param entry its position and revision are ignored
     * @param status the status that scans select by, see {@link EntryPut#LIVE}
     * @param recorded the recording time; moved forward if it is before the recording time of the replaced version
     * @param replaced the version to replace; null if there must be none
     */
    public record EntryWrite(
            Entry entry,
            String status,
            Instant recorded,
            @Nullable StoredEntry replaced) {

        /** Returns the write of an entry without an earlier version. */
        public static EntryWrite of(Entry entry) {
            return of(entry, null);
        }

        /** Returns the write of an entry in the place of an earlier version; null: of none. */
        public static EntryWrite of(Entry entry, @Nullable StoredEntry replaced) {
            return new EntryWrite(entry, status(entry), entry.recordedAt().toInstant(), replaced);
        }

        /** Returns the version it replaces; empty if there must be none. */
        public Optional<StoredEntry> replaces() {
            return Optional.ofNullable(replaced);
        }

        /** Returns a copy with another recording time than the entry's. */
        public EntryWrite recorded(Instant recorded) {
            return new EntryWrite(entry, status, recorded, replaced);
        }

        /** Returns a withdrawn copy. */
        public EntryWrite withdrawn() {
            return new EntryWrite(entry, WITHDRAWN, recorded, replaced);
        }

        private static String status(Entry entry) {
            if (entry instanceof Note note && !note.isLive()) {
                return SUPERSEDED;
            }
            return entry instanceof Summary summary ? summary.state().label() : EntryPut.LIVE;
        }

        /** Converts to a put of a batch. */
        public EntryPut toPut() {
            return put(this);
        }
    }

    /** The entries and states to change together. */
    public static final class Change {

        private final String operation;
        private final List<EntryWrite> writes = new ArrayList<>();
        private final List<StateChange> states = new ArrayList<>();

        private Change(String operation) {
            this.operation = operation;
        }

        /** Returns the id of the operation. */
        public String operation() {
            return operation;
        }

        /** Returns the entries to put so far. */
        public List<EntryWrite> writes() {
            return List.copyOf(writes);
        }

        public void put(EntryWrite entryWrite) {
            writes.add(entryWrite);
        }

        public void state(StateChange state) {
            states.add(state);
        }

        private boolean isEmpty() {
            return writes.isEmpty() && states.isEmpty();
        }
    }

    /**
     * The result of a change.
     *
     * @param answer the result of the decision
     * @param placed the positions and revisions of the entries, in the order of the puts; empty if nothing changed
     */
    public record CommittedChange<T>(T answer, String operation, List<CommitResult.Placed> placed) {}

    /**
     * Decides and commits under the scope's write lock. Repeats the decision after a version conflict with another
     * process.
     *
     * @param action the action of the audit entry
     * @param decide reads the scope and adds to the change; an exception is passed on and nothing changes
     */
    public <T> CommittedChange<T> change(Scope scope, String action, Function<Change, T> decide) {
        return ended.replaced(scope, () -> commit.changeOnHead(scope, head -> changeOnce(scope, action, decide, head)));
    }

    private <T> CommittedChange<T> changeOnce(
            Scope scope, String action, Function<Change, T> decide, ExpectedHead head) {
        String operation = commit.nextOperation();
        Change change = new Change(operation);
        T answer = decide.apply(change);
        if (change.isEmpty()) {
            return new CommittedChange<>(answer, "", List.of());
        }
        Predicate<Scope> havingEnds = EndedEntries.havingEnds(store);
        List<EntryPut> puts = change.writes.stream()
                .map(write -> put(endingWithSources(write, havingEnds)))
                .toList();
        List<String> written = puts.stream().map(put -> put.key().id()).toList();
        CommitResult committed = commit.commit(
                scope,
                new AuditedCommit.AuditedAction(operation, action, clock.instant(), written),
                puts,
                change.states,
                head);
        return new CommittedChange<>(answer, operation, committed.placed());
    }

    /** An entry ends with the first of its sources, as an erasure of a source erases it. */
    private EntryWrite endingWithSources(EntryWrite entryWrite, Predicate<Scope> havingEnds) {
        Entry entry = entryWrite.entry();
        Instant end = end(entry, havingEnds);
        return Objects.equals(end, entry.expiresAt())
                ? entryWrite
                : new EntryWrite(
                        entry.withProvenance(entry.provenance().expiring(end)),
                        entryWrite.status(),
                        entryWrite.recorded(),
                        entryWrite.replaced());
    }

    /** Returns the end that an entry has once it is written: the first of its own and those of its sources; null: none. */
    public @Nullable Instant end(Entry entry) {
        return end(entry, EndedEntries.havingEnds(store));
    }

    private @Nullable Instant end(Entry entry, Predicate<Scope> havingEnds) {
        Instant end = EndedEntries.earliest(store, EntryCitations.sources(entry), havingEnds);
        Instant own = entry.expiresAt();
        return end == null || own != null && !end.isBefore(own) ? own : end;
    }

    private static EntryPut put(EntryWrite entryWrite) {
        Entry entry = entryWrite.entry();
        Optional<StoredEntry> replaced = entryWrite.replaces();
        Instant before = replaced.map(StoredEntry::recorded).orElse(entryWrite.recorded());
        return new EntryPut(
                new EntryKey(entry.kind(), entry.id()),
                entry.session(),
                entry.occurredAt().toInstant(),
                before.isAfter(entryWrite.recorded()) ? before : entryWrite.recorded(),
                entryWrite.status(),
                EntryCodec.encode(entry),
                sidecars(entryWrite),
                replaced.map(StoredEntry::contentRevision).orElse(0L));
    }

    /** Only searchable entries have a term record. */
    private static Map<String, Blob> sidecars(EntryWrite entryWrite) {
        boolean found =
                entryWrite.entry().kind() != Kind.BLOCK && entryWrite.status().equals(EntryPut.LIVE);
        return found
                ? Map.of(TermRecord.SIDECAR, TermRecord.of(entryWrite.entry()).encode())
                : Map.of();
    }

    /** Returns the current versions of the entries that exist, by key. */
    public Map<EntryKey, StoredEntry> present(Scope scope, Collection<EntryKey> keys) {
        Map<EntryKey, StoredEntry> present = new java.util.HashMap<>();
        store.get(scope, keys).forEach(stored -> present.put(stored.key(), stored));
        return present;
    }

    /** Returns the current version of an entry, if it exists. */
    public Optional<StoredEntry> present(Scope scope, EntryKey key) {
        return Optional.ofNullable(present(scope, List.of(key)).get(key));
    }
}
