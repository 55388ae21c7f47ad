package dev.daybook.remember;

import dev.daybook.codec.EntryCodec;
import dev.daybook.codec.ReadableEntries;
import dev.daybook.data.Entry;
import dev.daybook.data.Kind;
import dev.daybook.data.Note;
import dev.daybook.data.Scope;
import dev.daybook.data.StoreException;
import dev.daybook.data.Summary;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Commit;
import dev.daybook.spi.Key;
import dev.daybook.spi.Page;
import dev.daybook.spi.Pages;
import dev.daybook.spi.Put;
import dev.daybook.spi.Scan;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import dev.daybook.words.TermRecord;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where everything is posted that is no episode: blocks, facts, notes, summaries. Who changes something reads it, decides
 * and puts the outcome down in one turn of the scope, as one batch with its audit record. Thread-safe.
 */
public final class Ledger {

    private static final int PAGE = 1_000;

    /** The status of what derived work took back: its versions stay, it is in no list. */
    public static final String WITHDRAWN = "withdrawn";

    /** The status of a note that others took the place of. */
    static final String SUPERSEDED = "superseded";

    private final Store store;
    private final Clock clock;
    private final Turns turns;
    private final AuditTrail audit;
    private final Ulids operations;

    public Ledger(Store store, Clock clock, Turns turns, AuditTrail audit) {
        this.store = store;
        this.clock = clock;
        this.turns = turns;
        this.audit = audit;
        this.operations = new Ulids(clock);
    }

    /** The time, as fine as the store keeps it. */
    public OffsetDateTime now() {
        return OffsetDateTime.now(clock).truncatedTo(ChronoUnit.MICROS);
    }

    /** An entry of a scope in its current version. */
    public Optional<Entry> find(Scope scope, Kind kind, String id) {
        return store.get(scope, List.of(new Key(kind, id))).stream()
                .map(EntryCodec::decode)
                .findFirst();
    }

    /** All that a scan finds, in its order. */
    public List<Stored> all(Scope scope, Scan scan) {
        return stream(scope, scan).toList();
    }

    /** One page of a scan. */
    public Page<Stored> page(Scope scope, Scan scan) {
        return store.scan(scope, scan);
    }

    /** All that a scan finds, in its order, read as it is consumed. */
    public Stream<Stored> stream(Scope scope, Scan scan) {
        Scan pages = scan.limit(PAGE);
        return Pages.all(cursor -> store.scan(scope, pages.after(cursor)));
    }

    /** All that a scan finds and that can be read, for what is derived: one damaged entry holds up no other. */
    public Stream<Stored> readable(Scope scope, Scan scan) {
        return Pages.all(cursor -> store.scan(scope, scan.after(cursor), ReadableEntries.toLog()));
    }

    /**
     * An entry to be put.
     *
     * @param entry its position and revision do not matter
     * @param status what scans select by, see {@link Put#LIVE}
     * @param recorded when this version counts as written down; history never goes back, so it may become later
     * @param replaced the version it replaces; null if there must be none
     */
    public record Posting(
            Entry entry,
            String status,
            Instant recorded,
            @Nullable Stored replaced) {

        /** Returns the posting of an entry without an earlier version. */
        public static Posting of(Entry entry) {
            return of(entry, null);
        }

        /** Returns the posting of an entry in the place of an earlier version; null: of none. */
        public static Posting of(Entry entry, @Nullable Stored replaced) {
            return new Posting(entry, status(entry), entry.recordedAt().toInstant(), replaced);
        }

        /** Returns the version it replaces; empty if there must be none. */
        public Optional<Stored> replaces() {
            return Optional.ofNullable(replaced);
        }

        /** The same, written down at another time than the entry says. */
        public Posting recorded(Instant recorded) {
            return new Posting(entry, status, recorded, replaced);
        }

        /** The same, in no list. */
        public Posting withdrawn() {
            return new Posting(entry, WITHDRAWN, recorded, replaced);
        }

        private static String status(Entry entry) {
            if (entry instanceof Note note && !note.isLive()) {
                return SUPERSEDED;
            }
            return entry instanceof Summary summary ? summary.state().label() : Put.LIVE;
        }

        /** As a batch takes it. */
        public Put toPut() {
            return put(this);
        }
    }

    /** What a decision comes to: entries and states that change together, and its answer. */
    public static final class Change {

        private final String operation;
        private final List<Posting> postings = new ArrayList<>();
        private final List<StateChange> states = new ArrayList<>();

        private Change(String operation) {
            this.operation = operation;
        }

        /** The id under which it will be written. */
        public String operation() {
            return operation;
        }

        /** What is to be put so far. */
        public List<Posting> postings() {
            return List.copyOf(postings);
        }

        public void put(Posting posting) {
            postings.add(posting);
        }

        public void state(StateChange state) {
            states.add(state);
        }

        private boolean isEmpty() {
            return postings.isEmpty() && states.isEmpty();
        }
    }

    /**
     * What was done.
     *
     * @param answer what the decision answered
     * @param placed where the entries came to stand, in the order in which they were put; empty if nothing changed
     */
    public record Posted<T>(T answer, String operation, List<Commit.Placed> placed) {}

    /**
     * Decides and writes in one turn. The decision may be made more than once, if another process was faster.
     *
     * @param action what the audit record calls it
     * @param decide reads what it needs and says what is to change; what it throws is thrown, and nothing changes
     */
    public <T> Posted<T> change(Scope scope, String action, Function<Change, T> decide) {
        return turns.take(scope, () -> audit.untilNoConflict(scope, () -> changeOnce(scope, action, decide)));
    }

    private <T> Posted<T> changeOnce(Scope scope, String action, Function<Change, T> decide) {
        String operation = operations.next("op_");
        Change change = new Change(operation);
        T answer = decide.apply(change);
        if (change.isEmpty()) {
            return new Posted<>(answer, "", List.of());
        }
        List<Put> puts = change.postings.stream().map(Ledger::put).toList();
        List<String> written = puts.stream().map(put -> put.key().id()).toList();
        AuditTrail.Entry entry = audit.record(scope, operation, action, clock.instant(), written);
        List<StateChange> states = new ArrayList<>(change.states);
        entry.newKey().ifPresent(states::add);
        try {
            Commit commit = store.write(new Batch(scope, operation, puts, List.of(), states, entry.audit()));
            return new Posted<>(answer, operation, commit.placed());
        } catch (StoreException failure) {
            throw failure.outcomeUnknown() ? failure.of(written) : failure;
        }
    }

    private static Put put(Posting posting) {
        Entry entry = posting.entry();
        Optional<Stored> replaced = posting.replaces();
        Instant before = replaced.map(Stored::recorded).orElse(posting.recorded());
        return new Put(
                new Key(entry.kind(), entry.id()),
                entry.session(),
                entry.occurredAt().toInstant(),
                before.isAfter(posting.recorded()) ? before : posting.recorded(),
                posting.status(),
                EntryCodec.encode(entry),
                sidecars(posting),
                replaced.map(Stored::contentRevision).orElse(0L));
    }

    /** Only what can be found needs its words. */
    private static Map<String, Blob> sidecars(Posting posting) {
        boolean found = posting.entry().kind() != Kind.BLOCK && posting.status().equals(Put.LIVE);
        return found ? Map.of(TermRecord.SIDECAR, TermRecord.of(posting.entry()).encode()) : Map.of();
    }

    /** The current versions of some entries, by key; missing ones are left out. */
    public Map<Key, Stored> present(Scope scope, Collection<Key> keys) {
        Map<Key, Stored> present = new java.util.HashMap<>();
        store.get(scope, keys).forEach(stored -> present.put(stored.key(), stored));
        return present;
    }
}
