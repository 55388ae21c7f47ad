package dev.daybook.store;

import dev.daybook.error.ConflictException;
import dev.daybook.model.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Computes the row changes of a batch or an erasure by the rules of {@link Store}: positions, revisions, epochs,
 * expected versions and counts. A store uses a plan and writes only its own layout.
 *
 * <p>A store creates a plan from the numbers of the scope and a lookup of the numbers of entries and states. A store
 * that reads ahead reads the numbers of {@link #entries(WriteBatch)}. It calls {@link #erase} for an erasure, then
 * {@link #write}. It applies {@link #removals()}, {@link #versions()}, {@link #additions()} and {@link #values()} in
 * this order, writes the audit entry of the batch, and stores {@link #numbers()}. All of this happens under one lock or
 * in one transaction.
 *
 * <pre>{@code
 * BatchPlan plan = new BatchPlan(numbers, entries, states);
 * CommitResult result = plan.write(batch);               // ConflictException: nothing is changed
 * plan.versions().forEach(this::putVersion);
 * plan.additions().forEach(this::addSidecar);
 * plan.values().forEach(this::putState);
 * numbers = plan.numbers();
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class BatchPlan {

    private final ScopeNumbers before;
    private final Function<EntryKey, @Nullable EntryNumbers> stored;
    private final ToLongFunction<String> storedStates;

    /** Numbers of the entries that the plan has changed; null: erased. */
    private final Map<EntryKey, @Nullable EntryNumbers> entries = new HashMap<>();

    /** Versions of the states that the plan has changed; 0: removed. */
    private final Map<String, Long> states = new HashMap<>();

    private final Map<Kind, Long> positions = new EnumMap<>(Kind.class);
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<RowChange.Removal> removals = new ArrayList<>();
    private final List<RowChange.Version> versions = new ArrayList<>();
    private final List<RowChange.Addition> additions = new ArrayList<>();
    private final List<RowChange.Value> values = new ArrayList<>();
    private long revision;
    private long epoch;
    private boolean erasedAll;

    /**
     * Creates a plan.
     *
     * @param now the numbers of the scope
     * @param entries returns the numbers of an entry, or null if it is absent; called only for affected entries
     * @param states returns the version of a state, or 0 if it is absent; called only for affected states
     */
    public BatchPlan(
            ScopeNumbers now, Function<EntryKey, @Nullable EntryNumbers> entries, ToLongFunction<String> states) {
        this.before = now;
        this.stored = entries;
        this.storedStates = states;
        this.positions.putAll(now.positions());
        this.counts.putAll(now.counts());
        this.revision = now.revision();
        this.epoch = now.epoch();
    }

    private @Nullable EntryNumbers entry(EntryKey key) {
        return erasedAll || entries.containsKey(key) ? entries.get(key) : stored.apply(key);
    }

    private long state(String name) {
        Long changed = states.get(name);
        if (changed != null) {
            return changed;
        }
        return erasedAll ? 0 : storedStates.applyAsLong(name);
    }

    /** Returns the keys of the entries whose numbers a batch depends on, each once. */
    public static List<EntryKey> entries(WriteBatch batch) {
        List<EntryKey> keys = new ArrayList<>();
        batch.puts().forEach(put -> keys.add(put.key()));
        batch.sidecars().forEach(sidecar -> keys.add(sidecar.key()));
        return keys.stream().distinct().toList();
    }

    /**
     * Plans an erasure, before the batch that is written with it. An erasure of the whole scope lists no removals: the
     * store removes all rows of the scope, but not its numbers.
     *
     * @return the number of erased entries by kind
     */
    public Map<Kind, Long> erase(EraseRequest what) {
        epoch++;
        return what.everything() ? eraseAll() : eraseSome(what);
    }

    private Map<Kind, Long> eraseAll() {
        Map<Kind, Long> erased = new EnumMap<>(counts);
        counts.clear();
        entries.clear();
        states.clear();
        erasedAll = true;
        return erased;
    }

    private Map<Kind, Long> eraseSome(EraseRequest what) {
        Map<Kind, Long> erased = new EnumMap<>(Kind.class);
        for (EntryKey key : what.keys()) {
            EntryNumbers before = entry(key);
            if (before != null) {
                entries.put(key, null);
                removals.add(new RowChange.Removal(key, before));
                erased.merge(key.kind(), 1L, Long::sum);
                counts.computeIfPresent(key.kind(), (kind, count) -> count == 1 ? null : count - 1);
            }
        }
        for (String state : what.states()) {
            states.put(state, 0L);
            values.add(new RowChange.Value(state, null));
        }
        return erased;
    }

    /**
     * Plans a batch. Its {@link WriteBatch#expected() expected head} and the expected versions of its states are
     * compared with those before the erasure. Call it once.
     *
     * @throws ConflictException if an expectation of the batch does not hold; then discard the plan
     */
    public CommitResult write(WriteBatch batch) {
        requireExpected(batch);
        List<CommitResult.Placed> placed = new ArrayList<>();
        batch.puts().forEach(put -> placed.add(put(put)));
        batch.sidecars().forEach(this::add);
        batch.states().forEach(this::change);
        return new CommitResult(revision, placed);
    }

    private void requireExpected(WriteBatch batch) {
        batch.expected().requireHeld(before);
        for (EntryPut put : batch.puts()) {
            EntryNumbers entry = entry(put.key());
            put.requireExpected(entry == null ? 0 : entry.contentRevision());
        }
        for (StateChange change : batch.states()) {
            // Before the erasure: what a caller keeps through one, it has read before.
            change.requireExpected(storedStates.applyAsLong(change.name()));
        }
    }

    private CommitResult.Placed put(EntryPut put) {
        Kind kind = put.key().kind();
        EntryNumbers before = entry(put.key());
        if (before == null) {
            counts.merge(kind, 1L, Long::sum);
        }
        long position = before == null ? positions.merge(kind, 1L, Long::sum) : before.position();
        revision++;
        versions.add(new RowChange.Version(put, before, keep(put.key(), position, revision)));
        return new CommitResult.Placed(put.key(), position, revision);
    }

    private void add(Sidecar sidecar) {
        EntryNumbers before = entry(sidecar.key());
        if (before == null || before.contentRevision() != sidecar.contentRevision()) {
            return;
        }
        revision++;
        additions.add(new RowChange.Addition(
                sidecar, before, keep(sidecar.key(), before.position(), before.contentRevision())));
    }

    private EntryNumbers keep(EntryKey key, long position, long contentRevision) {
        EntryNumbers numbers = new EntryNumbers(position, contentRevision, revision);
        entries.put(key, numbers);
        return numbers;
    }

    private void change(StateChange change) {
        long version = state(change.name()) + 1;
        @Nullable Blob bytes = change.bytes();
        if (bytes == null) {
            states.put(change.name(), 0L);
            values.add(new RowChange.Value(change.name(), null));
        } else {
            states.put(change.name(), version);
            values.add(new RowChange.Value(change.name(), new ScopeState(change.name(), version, bytes)));
        }
    }

    /** Returns the keys of the entries whose numbers a copy depends on, each once. */
    public static List<EntryKey> entries(ScopeRows rows) {
        List<EntryKey> keys = new ArrayList<>();
        rows.versions().forEach(version -> keys.add(version.key()));
        rows.rows().forEach(row -> keys.add(row.key()));
        return keys.stream().distinct().toList();
    }

    /**
     * Plans rows of another store with their numbers there, without those that the scope has already.
     *
     * @throws IllegalArgumentException if an entry is at another position here: then the scope is not a copy of that one
     */
    public void copy(ScopeRows rows) {
        rows.versions().forEach(this::copy);
        rows.rows().forEach(this::copySidecars);
        values.addAll(rows.states());
        revision = rows.numbers().revision();
        epoch = rows.numbers().epoch();
        positions.clear();
        positions.putAll(rows.numbers().positions());
    }

    private void copy(StoredEntry version) {
        EntryKey key = version.key();
        EntryNumbers before = entry(key);
        if (before != null && before.position() != version.position()) {
            throw new IllegalArgumentException(key.kind().label() + " '" + key.id() + "' has the position "
                    + before.position() + ", that of the copy " + version.position() + "; copy into an empty store");
        }
        if (before != null && before.contentRevision() >= version.contentRevision()) {
            return;
        }
        if (before == null) {
            counts.merge(key.kind(), 1L, Long::sum);
        }
        EntryNumbers numbers =
                new EntryNumbers(version.position(), version.contentRevision(), version.contentRevision());
        entries.put(key, numbers);
        versions.add(new RowChange.Version(put(version), before, numbers));
    }

    private static EntryPut put(StoredEntry version) {
        return new EntryPut(
                version.key(),
                version.session(),
                version.time(),
                version.recorded(),
                version.status(),
                version.body(),
                Map.of(),
                EntryPut.ANY);
    }

    private void copySidecars(IndexRow row) {
        EntryNumbers before = entry(row.key());
        if (before == null || before.contentRevision() != row.contentRevision() || before.revision() > row.revision()) {
            return;
        }
        EntryNumbers numbers = new EntryNumbers(before.position(), row.contentRevision(), row.revision());
        for (Map.Entry<String, Blob> named : row.sidecars().entrySet()) {
            Sidecar sidecar = new Sidecar(row.key(), row.contentRevision(), named.getKey(), named.getValue());
            additions.add(new RowChange.Addition(sidecar, before, numbers));
            before = numbers;
        }
        entries.put(row.key(), before);
    }

    /** Returns the entries to remove before anything is written. */
    public List<RowChange.Removal> removals() {
        return Collections.unmodifiableList(removals);
    }

    /** Returns the versions to write, in order of revision. */
    public List<RowChange.Version> versions() {
        return Collections.unmodifiableList(versions);
    }

    /** Returns the sidecars to add, in order of revision, without sidecars of a version that is not current. */
    public List<RowChange.Addition> additions() {
        return Collections.unmodifiableList(additions);
    }

    /** Returns the states to write or remove. */
    public List<RowChange.Value> values() {
        return Collections.unmodifiableList(values);
    }

    /** Returns the numbers of the scope after all changes. */
    public ScopeNumbers numbers() {
        return new ScopeNumbers(revision, epoch, positions, counts);
    }
}
