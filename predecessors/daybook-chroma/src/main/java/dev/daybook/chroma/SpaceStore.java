package dev.daybook.chroma;

import dev.daybook.error.StoreException;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.StoredAudit;
import dev.daybook.store.WriteBatch;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A space of the store. A write lock admits one writer at a time, because rows of all users share their ids. Readers of
 * a scope wait while it is written, so they see complete batches.
 *
 * <p>After a failure the state of the server is unknown. The cached index is dropped, and the next call completes the
 * open intent before it reads.
 */
final class SpaceStore {

    /** A scope with its lock and, while cached, its index. */
    private static final class LockedScope {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private volatile @Nullable ResidentScope index;
        private volatile long used;

        long size() {
            ResidentScope held = index;
            return held == null ? 0 : 1 + held.entries().size() + held.states().size();
        }
    }

    private final Space space;
    private final SpaceCollections spaceCollections;
    private final IntentJournal journal;
    private final ForeignRows foreign;
    private final Runnable mayWrite;
    private final long searchNanos;
    private final long resident;
    private final Map<Scope, LockedScope> rooms = new ConcurrentHashMap<>();
    private final ReentrantLock writeLock = new ReentrantLock();
    private boolean settled;
    private volatile long looked;
    private volatile boolean searched;

    SpaceStore(ChromaTenant tenant, Space space, CollectionLayout layout, Runnable mayWrite) {
        this.space = space;
        this.mayWrite = mayWrite;
        this.spaceCollections = new SpaceCollections(tenant, space, layout);
        this.journal = new IntentJournal(spaceCollections, mayWrite);
        this.foreign = new ForeignRows(space, spaceCollections, layout, mayWrite);
        this.searchNanos = layout.look().toNanos();
        this.resident = layout.resident();
    }

    SpaceCollections shelves() {
        return spaceCollections;
    }

    /** Reads a scope while no writer changes it. */
    <T> T read(Scope scope, Function<ResidentScope, T> reader) {
        searchForeign();
        LockedScope room = rooms.computeIfAbsent(scope, first -> new LockedScope());
        room.used = System.nanoTime();
        while (true) {
            Lock lock = room.lock.readLock();
            lock.lock();
            try {
                ResidentScope index = room.index;
                if (index != null) {
                    return reader.apply(index);
                }
            } finally {
                lock.unlock();
            }
            underLock(() -> open(scope));
        }
    }

    CommitResult write(WriteBatch batch) {
        searchForeign();
        return underLock(() -> change(batch.scope(), batch, false, ChangeDraft::write));
    }

    Map<Kind, Long> erase(Scope scope, EraseRequest what, WriteBatch alongside) {
        // Recent foreign rows are to be forgotten too.
        searched = false;
        searchForeign();
        return underLock(() -> {
            Map<Kind, Long> counts = change(scope, alongside, true, (draft, batch) -> {
                Map<Kind, Long> erased = draft.erase(what);
                draft.write(batch);
                return erased;
            });
            if (what.everything()) {
                remove(orphans(scope));
            }
            return counts;
        });
    }

    /** Returns the side rows of a scope whose entry was removed by another program. */
    Set<String> orphans(Scope scope) {
        return underLock(() -> {
            Set<String> orphans = new TreeSet<>();
            for (String type : List.of("body", "past")) {
                ObjectNode bodies = RowFilters.all(
                        RowFilters.is(MetadataKeys.SCOPE, scope.code()), RowFilters.is(MetadataKeys.TYPE, type));
                spaceCollections
                        .findAll(SpaceCollection.SIDE, bodies, ChromaCollection.RowPart.IDS)
                        .forEach(row -> orphans.add(row.id()));
            }
            for (IndexedEntry indexedEntry : open(scope).entries()) {
                indexedEntry
                        .pastWithThis()
                        .forEach(revision -> orphans.remove(ChromaNames.body(scope, indexedEntry.key(), revision)));
            }
            return orphans;
        });
    }

    private <T> T change(Scope scope, WriteBatch batch, boolean anew, BiFunction<ChangeDraft, WriteBatch, T> work) {
        IntentJournal.requireSize(batch);
        ResidentScope index = open(scope);
        Map<EntryKey, String> statuses = new LinkedHashMap<>();
        batch.puts().forEach(put -> statuses.put(put.key(), put.status()));
        List<ExtendedVersion> added = batch.sidecars().stream()
                .map(sidecar -> new ExtendedVersion(sidecar.key(), sidecar.contentRevision()))
                .toList();
        ChangeDraft draft = new ChangeDraft(
                scope, index, RowNames.of(spaceCollections, scope, index, statuses, anew), beside(scope, index, added));
        T answer = work.apply(draft, batch);
        if (!draft.changesNothing()) {
            commitOrReport(batch.operation(), draft, index);
        }
        return answer;
    }

    /** Writes rows of a scope of another store with their numbers there. */
    void copy(ScopeRows rows) {
        searchForeign();
        runInTurn(() -> {
            Scope scope = rows.scope();
            ResidentScope index = open(scope);
            Map<EntryKey, String> statuses = new LinkedHashMap<>();
            rows.versions().forEach(version -> statuses.put(version.key(), version.status()));
            List<ExtendedVersion> added = rows.rows().stream()
                    .map(row -> new ExtendedVersion(row.key(), row.contentRevision()))
                    .toList();
            ChangeDraft draft = new ChangeDraft(
                    scope,
                    index,
                    RowNames.of(spaceCollections, scope, index, statuses, false),
                    beside(scope, index, added));
            draft.copy(rows);
            if (!draft.changesNothing()) {
                commitCopy(rows, draft, index);
            }
        });
    }

    /** A batch of a copy is small, so an entry is too large by itself, and smaller batches are no remedy. */
    private void commitCopy(ScopeRows rows, ChangeDraft draft, ResidentScope index) {
        try {
            commitOrReport(rows.operation(), draft, index);
        } catch (IllegalArgumentException tooLarge) {
            String largest = rows.versions().stream()
                    .max(Comparator.comparingInt(version -> version.body().size()))
                    .map(version ->
                            version.key().kind().label() + " '" + version.key().id() + "'")
                    .orElse("an entry");
            throw new IllegalArgumentException(
                    largest + " of " + rows.scope().code() + " is too large for a row of Chroma, which takes at most "
                            + IntentJournal.MAX_BYTES
                            + " encoded characters; forget it in the source, then run the copy"
                            + " again, or copy into another kind of store",
                    tooLarge);
        }
    }

    /** A version that gets another sidecar. */
    private record ExtendedVersion(EntryKey key, long contentRevision) {}

    /** Returns the present sidecars of the versions that are current. */
    private Map<EntryKey, Map<String, Blob>> beside(Scope scope, ResidentScope index, List<ExtendedVersion> added) {
        List<String> rows = added.stream()
                .filter(version -> {
                    IndexedEntry indexedEntry = index.entry(version.key());
                    return indexedEntry != null && indexedEntry.contentRevision() == version.contentRevision();
                })
                .map(version -> ChromaNames.body(scope, version.key(), version.contentRevision()))
                .distinct()
                .toList();
        Map<EntryKey, Map<String, Blob>> beside = new HashMap<>();
        spaceCollections
                .get(SpaceCollection.SIDE, rows)
                .forEach(row -> beside.put(MetadataKeys.version(row).key(), MetadataKeys.sidecars(row)));
        return beside;
    }

    /** Commits under the space's write lock. Readers wait from the first request until the index is updated. */
    private void commit(String operation, ChangeDraft draft, ResidentScope index) {
        LockedScope room = rooms.computeIfAbsent(draft.scope(), first -> new LockedScope());
        DocumentChanges.Plan plan = DocumentChanges.of(spaceCollections, draft, index);
        List<String> parts = IntentJournal.parts(plan.steps());
        Lock lock = room.lock.writeLock();
        lock.lock();
        try {
            room.index = null;
            settled = false;
            journal.commit(operation, plan.steps(), parts);
            DocumentChanges.take(index, draft, plan.counters());
            settled = true;
            room.index = index;
            evict(room);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reports an unknown outcome: once the intent may be stored, the next call applies it, so "nothing changed" could
     * be wrong.
     */
    private void commitOrReport(String operation, ChangeDraft draft, ResidentScope index) {
        journal.begin();
        try {
            commit(operation, draft, index);
        } catch (StoreException failure) {
            if (!journal.mayCount(failure)) {
                throw failure;
            }
            throw StoreException.unknownOutcome(
                    "the outcome of this write is unknown: Chroma failed during it, and the next call completes"
                            + " it if it was stored (" + failure.getMessage() + ")",
                    failure);
        }
    }

    private <T> T underLock(Supplier<T> work) {
        writeLock.lock();
        try {
            settle();
            return work.get();
        } catch (RuntimeException failure) {
            if (!settled) {
                spaceCollections.forget();
            }
            throw failure;
        } finally {
            writeLock.unlock();
        }
    }

    private void runInTurn(Runnable work) {
        underLock(() -> {
            work.run();
            return true;
        });
    }

    private void settle() {
        if (!settled) {
            journal.settle();
            settled = true;
        }
    }

    /** Returns the index of a scope under the space's write lock, loading it if it is not cached. */
    private ResidentScope open(Scope scope) {
        LockedScope room = rooms.computeIfAbsent(scope, first -> new LockedScope());
        ResidentScope index = room.index;
        if (index != null) {
            return index;
        }
        ScopeLoader.LoadedScope loaded = ScopeLoader.load(spaceCollections, scope);
        index = loaded.index();
        room.index = index;
        room.used = System.nanoTime();
        evict(room);
        try {
            takeIn(scope, loaded, index);
        } catch (RuntimeException failure) {
            // The next call loads the index again, with the foreign rows not adopted.
            room.index = null;
            throw failure;
        }
        return index;
    }

    private void takeIn(Scope scope, ScopeLoader.LoadedScope loaded, ResidentScope index) {
        loaded.changed().forEach((spaceCollection, rows) -> adopt(scope, spaceCollection, rows));
        if (loaded.lost()) {
            // Another program removed rows of the scope: every scope index of it is stale.
            ChangeDraft draft = new ChangeDraft(scope, index, new RowNames(scope), Map.of());
            draft.raiseEpoch();
            commit(UUID.randomUUID().toString(), draft, index);
        }
    }

    /** Evicts the least recently used scopes. A reader of one of them continues. */
    private void evict(LockedScope kept) {
        long held = resident();
        List<LockedScope> oldest = rooms.values().stream()
                .filter(room -> room != kept && room.index != null)
                .sorted(Comparator.comparingLong(room -> room.used))
                .toList();
        for (LockedScope room : oldest) {
            if (held <= resident) {
                return;
            }
            held -= room.size();
            room.index = null;
        }
    }

    /** Returns the number of cached entries and states. */
    long resident() {
        return rooms.values().stream().mapToLong(LockedScope::size).sum();
    }

    /** Adopts the foreign rows written since the last search, in all scopes of the space. */
    private void searchForeign() {
        if (searched && System.nanoTime() - looked < searchNanos) {
            return;
        }
        // A caller that wants a search at each call waits for it. Otherwise a reader does not wait for a writer; a
        // later one will search.
        if (!searched || searchNanos == 0) {
            runInTurn(this::lookInTurn);
        } else if (writeLock.tryLock()) {
            try {
                runInTurn(this::lookInTurn);
            } finally {
                writeLock.unlock();
            }
        }
    }

    private void lookInTurn() {
        if (searched && System.nanoTime() - looked < searchNanos) {
            return;
        }
        foreign.found((scope, spaceCollection, rows) -> {
            open(scope);
            adopt(scope, spaceCollection, rows);
        });
        looked = System.nanoTime();
        searched = true;
    }

    private void adopt(Scope scope, SpaceCollection spaceCollection, List<ChromaDocument> rows) {
        if (rows.isEmpty()) {
            return;
        }
        ResidentScope index = open(scope);
        ChangeDraft draft = new ChangeDraft(scope, index, new RowNames(scope), Map.of());
        foreign.adopt(draft, index, spaceCollection, rows);
        if (!draft.changesNothing()) {
            commit(UUID.randomUUID().toString(), draft, index);
        }
    }

    /** Adopts rows again as new entries. */
    void readopt(Scope scope, List<IndexedEntry> entries) {
        runInTurn(() -> {
            for (SpaceCollection spaceCollection : List.of(SpaceCollection.EPISODES, SpaceCollection.FACTS)) {
                List<String> rows = entries.stream()
                        .filter(indexedEntry -> indexedEntry.shelf() == spaceCollection)
                        .map(IndexedEntry::row)
                        .toList();
                adopt(scope, spaceCollection, spaceCollections.get(spaceCollection, rows));
            }
        });
    }

    /** Removes orphaned side rows. */
    void remove(Collection<String> rows) {
        if (rows.isEmpty()) {
            return;
        }
        runInTurn(() -> {
            mayWrite.run();
            spaceCollections.need(SpaceCollection.SIDE).delete(rows);
        });
    }

    /** Returns the scopes with entries or states. */
    List<ScopeHead> heads() {
        return scopeRows(ScopeCounters::holdsSomething, keys -> new ScopeHead(scope(keys), ScopeCounters.head(keys)));
    }

    /** Returns the scopes to copy: also those without entries and states, unless they were erased as a whole. */
    List<Scope> named() {
        return scopeRows(ScopeCounters::isNamed, this::scope);
    }

    private Scope scope(JsonNode keys) {
        return Scope.of(space, keys.path(MetadataKeys.SCOPE).asString(""));
    }

    private <T> List<T> scopeRows(Predicate<JsonNode> wanted, Function<JsonNode, T> reader) {
        searchForeign();
        return underLock(() -> spaceCollections
                .findAll(
                        SpaceCollection.SIDE, RowFilters.is(MetadataKeys.TYPE, "scope"), ChromaCollection.RowPart.TEXTS)
                .stream()
                .map(ChromaDocument::metadata)
                .filter(wanted)
                .map(reader)
                .toList());
    }

    /** Returns the audit entries with a key's value, in order within each scope. */
    List<StoredAudit> audits(String key, String value) {
        ObjectNode wanted = RowFilters.all(RowFilters.is(MetadataKeys.TYPE, "audit"), RowFilters.is(key, value));
        return underLock(() ->
                spaceCollections.findAll(SpaceCollection.SIDE, wanted, ChromaCollection.RowPart.TEXTS).stream()
                        .sorted(Comparator.comparingLong(
                                row -> row.metadata().path(MetadataKeys.VERSION).asLong(0)))
                        .map(row -> MetadataKeys.audited(space, row))
                        .toList());
    }
}
