package dev.daybook.chroma;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.data.StoreException;
import dev.daybook.spi.Audited;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Commit;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Key;
import dev.daybook.spi.ScopeHead;
import dev.daybook.spi.Sidecar;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One space. One writer at a time has its turn, because rows of different users share their ids; readers of a scope wait
 * while that scope is being written, so they see whole batches.
 *
 * <p>After a failure nothing is known of what the server has done, so what was held in memory is dropped, and the next call
 * finishes what was begun before it reads.
 */
final class SpaceStore {

    /** One scope: its lock, and its index while it is held in memory. */
    private static final class Room {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private volatile @Nullable ScopeIndex index;
        private volatile long used;

        long size() {
            ScopeIndex held = index;
            return held == null ? 0 : 1 + held.entries().size() + held.states().size();
        }
    }

    private final Space space;
    private final Shelves shelves;
    private final Journal journal;
    private final Foreign foreign;
    private final Runnable mayWrite;
    private final long lookNanos;
    private final long resident;
    private final Map<Scope, Room> rooms = new ConcurrentHashMap<>();
    private final ReentrantLock turn = new ReentrantLock();
    private boolean settled;
    private volatile long looked;
    private volatile boolean everLooked;

    SpaceStore(Tenant tenant, Space space, Layout layout, Runnable mayWrite) {
        this.space = space;
        this.mayWrite = mayWrite;
        this.shelves = new Shelves(tenant, space, layout);
        this.journal = new Journal(shelves, mayWrite);
        this.foreign = new Foreign(space, shelves, layout, mayWrite);
        this.lookNanos = layout.look().toNanos();
        this.resident = layout.resident();
    }

    Shelves shelves() {
        return shelves;
    }

    /** Reads of one scope, while nobody writes to it. */
    <T> T read(Scope scope, Function<ScopeIndex, T> reader) {
        look();
        Room room = rooms.computeIfAbsent(scope, first -> new Room());
        room.used = System.nanoTime();
        while (true) {
            Lock lock = room.lock.readLock();
            lock.lock();
            try {
                ScopeIndex index = room.index;
                if (index != null) {
                    return reader.apply(index);
                }
            } finally {
                lock.unlock();
            }
            inTurn(() -> open(scope));
        }
    }

    Commit write(Batch batch) {
        look();
        return inTurn(() -> change(batch.scope(), batch, false, Draft::write));
    }

    Map<Kind, Long> erase(Scope scope, Erase what, Batch alongside) {
        // What was written a moment ago by another program is to be forgotten too.
        everLooked = false;
        look();
        return inTurn(() -> {
            Map<Kind, Long> counts = change(scope, alongside, true, (draft, batch) -> {
                Map<Kind, Long> gone = draft.erase(what);
                draft.write(batch);
                return gone;
            });
            if (what.everything()) {
                remove(orphans(scope));
            }
            return counts;
        });
    }

    /** The bodies of a scope that belong to no entry any more, because another program has removed its row. */
    Set<String> orphans(Scope scope) {
        return inTurn(() -> {
            Set<String> orphans = new TreeSet<>();
            for (String type : List.of("body", "past")) {
                ObjectNode bodies = Filters.all(Filters.is(Keys.SCOPE, scope.code()), Filters.is(Keys.TYPE, type));
                shelves.findAll(Shelf.SIDE, bodies, ChromaCollection.Part.IDS).forEach(row -> orphans.add(row.id()));
            }
            for (Held held : open(scope).entries()) {
                held.pastWithThis().forEach(revision -> orphans.remove(Names.body(scope, held.key(), revision)));
            }
            return orphans;
        });
    }

    private <T> T change(Scope scope, Batch batch, boolean anew, BiFunction<Draft, Batch, T> work) {
        Journal.requireSize(batch);
        ScopeIndex index = open(scope);
        Draft draft = new Draft(
                scope,
                index,
                RowNames.of(shelves, scope, index, batch.puts(), anew),
                beside(scope, index, batch.sidecars()));
        T answer = work.apply(draft, batch);
        if (!draft.changesNothing()) {
            carryOutOrTell(batch.operation(), draft, index);
        }
        return answer;
    }

    private Map<Key, Map<String, Blob>> beside(Scope scope, ScopeIndex index, List<Sidecar> added) {
        List<String> rows = added.stream()
                .filter(sidecar -> {
                    Held held = index.entry(sidecar.key());
                    return held != null && held.contentRevision() == sidecar.contentRevision();
                })
                .map(sidecar -> Names.body(scope, sidecar.key(), sidecar.contentRevision()))
                .distinct()
                .toList();
        Map<Key, Map<String, Blob>> beside = new HashMap<>();
        shelves.get(Shelf.SIDE, rows)
                .forEach(row -> beside.put(Keys.version(row).key(), Keys.sidecars(row)));
        return beside;
    }

    /** With the turn. Readers wait from before the first row is written until the index says what was written. */
    private void carryOut(String operation, Draft draft, ScopeIndex index) {
        Room room = rooms.computeIfAbsent(draft.scope(), first -> new Room());
        Steps.Plan plan = Steps.of(shelves, draft, index);
        List<String> parts = Journal.parts(plan.steps());
        Lock lock = room.lock.writeLock();
        lock.lock();
        try {
            room.index = null;
            settled = false;
            journal.carryOut(operation, plan.steps(), parts);
            Steps.take(index, draft, plan.counters());
            settled = true;
            room.index = index;
            makeRoom(room);
        } finally {
            lock.unlock();
        }
    }

    /** Once the intent may be there, the next call does it: to say that nothing has changed would be wrong. */
    private void carryOutOrTell(String operation, Draft draft, ScopeIndex index) {
        journal.begin();
        try {
            carryOut(operation, draft, index);
        } catch (StoreException failure) {
            if (!journal.mayCount(failure)) {
                throw failure;
            }
            throw StoreException.unknownOutcome(
                    "whether this was written is not known: Chroma failed in the middle of it, and the next call finishes"
                            + " what is there (" + failure.getMessage() + ")",
                    failure);
        }
    }

    private <T> T inTurn(Supplier<T> work) {
        turn.lock();
        try {
            settle();
            return work.get();
        } catch (RuntimeException failure) {
            if (!settled) {
                shelves.forget();
            }
            throw failure;
        } finally {
            turn.unlock();
        }
    }

    private void runInTurn(Runnable work) {
        inTurn(() -> {
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

    /** With the turn: the index of a scope, read from the server if it is not held. */
    private ScopeIndex open(Scope scope) {
        Room room = rooms.computeIfAbsent(scope, first -> new Room());
        ScopeIndex index = room.index;
        if (index != null) {
            return index;
        }
        ScopeLoader.Loaded loaded = ScopeLoader.load(shelves, scope);
        index = loaded.index();
        room.index = index;
        room.used = System.nanoTime();
        makeRoom(room);
        try {
            takeIn(scope, loaded, index);
        } catch (RuntimeException failure) {
            // The next call reads it again, and with it what was not taken in.
            room.index = null;
            throw failure;
        }
        return index;
    }

    private void takeIn(Scope scope, ScopeLoader.Loaded loaded, ScopeIndex index) {
        loaded.changed().forEach((shelf, rows) -> adopt(scope, shelf, rows));
        if (loaded.lost()) {
            // Another program has removed rows of the scope: whoever holds an image of it has to drop it.
            Draft draft = new Draft(scope, index, new RowNames(scope), Map.of());
            draft.raiseEpoch();
            carryOut(UUID.randomUUID().toString(), draft, index);
        }
    }

    /** Lets go of the scopes that were not used for longest. Whoever reads one of them now reads on. */
    private void makeRoom(Room kept) {
        long held = resident();
        List<Room> oldest = rooms.values().stream()
                .filter(room -> room != kept && room.index != null)
                .sorted(Comparator.comparingLong(room -> room.used))
                .toList();
        for (Room room : oldest) {
            if (held <= resident) {
                return;
            }
            held -= room.size();
            room.index = null;
        }
    }

    /** How many entries and states are held in memory. */
    long resident() {
        return rooms.values().stream().mapToLong(Room::size).sum();
    }

    /** Takes in what other programs wrote since the last look, in all scopes of the space. */
    private void look() {
        if (everLooked && System.nanoTime() - looked < lookNanos) {
            return;
        }
        // Who wants a look at each call waits for it. Else a reader does not wait for a writer: a later one will look.
        if (!everLooked || lookNanos == 0) {
            runInTurn(this::lookInTurn);
        } else if (turn.tryLock()) {
            try {
                runInTurn(this::lookInTurn);
            } finally {
                turn.unlock();
            }
        }
    }

    private void lookInTurn() {
        if (everLooked && System.nanoTime() - looked < lookNanos) {
            return;
        }
        foreign.found((scope, shelf, rows) -> {
            open(scope);
            adopt(scope, shelf, rows);
        });
        looked = System.nanoTime();
        everLooked = true;
    }

    private void adopt(Scope scope, Shelf shelf, List<ChromaDocument> rows) {
        if (rows.isEmpty()) {
            return;
        }
        ScopeIndex index = open(scope);
        Draft draft = new Draft(scope, index, new RowNames(scope), Map.of());
        foreign.adopt(draft, index, shelf, rows);
        if (!draft.changesNothing()) {
            carryOut(UUID.randomUUID().toString(), draft, index);
        }
    }

    /** Makes entries anew from the rows that other programs read. */
    void takeInAnew(Scope scope, List<Held> entries) {
        runInTurn(() -> {
            for (Shelf shelf : List.of(Shelf.EPISODES, Shelf.FACTS)) {
                List<String> rows = entries.stream()
                        .filter(held -> held.shelf() == shelf)
                        .map(Held::row)
                        .toList();
                adopt(scope, shelf, shelves.get(shelf, rows));
            }
        });
    }

    /** Removes rows of Daybook's own that belong to nothing. */
    void remove(Collection<String> rows) {
        if (rows.isEmpty()) {
            return;
        }
        runInTurn(() -> {
            mayWrite.run();
            shelves.need(Shelf.SIDE).delete(rows);
        });
    }

    /** The scopes that hold something. */
    List<ScopeHead> heads() {
        look();
        return inTurn(() ->
                shelves.findAll(Shelf.SIDE, Filters.is(Keys.TYPE, "scope"), ChromaCollection.Part.TEXTS).stream()
                        .filter(row -> Counters.holdsSomething(row.metadata()))
                        .map(row -> new ScopeHead(
                                Scope.of(space, row.metadata().path(Keys.SCOPE).asString("")),
                                Counters.head(row.metadata())))
                        .toList());
    }

    /** The audit records that have a value under a key, each scope's in order. */
    List<Audited> audits(String key, String value) {
        ObjectNode wanted = Filters.all(Filters.is(Keys.TYPE, "audit"), Filters.is(key, value));
        return inTurn(() -> shelves.findAll(Shelf.SIDE, wanted, ChromaCollection.Part.TEXTS).stream()
                .sorted(Comparator.comparingLong(
                        row -> row.metadata().path(Keys.VERSION).asLong(0)))
                .map(row -> Keys.audited(space, row))
                .toList());
    }
}
