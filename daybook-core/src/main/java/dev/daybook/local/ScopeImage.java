package dev.daybook.local;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Audit;
import dev.daybook.spi.Audited;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Commit;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Head;
import dev.daybook.spi.Key;
import dev.daybook.spi.Page;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.spi.Scan;
import dev.daybook.spi.Sidecar;
import dev.daybook.spi.State;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Stored;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All that one scope holds. Not thread-safe: its store has the lock. */
final class ScopeImage {

    /** UTF-8 keeps the order of code points; {@link String#compareTo} does not. */
    private static final Comparator<String> BY_CODE_POINT =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private final Scope scope;
    private final Map<Key, EntryHistory> entries = new HashMap<>();
    private final NavigableMap<Long, Key> byRevision = new TreeMap<>();
    private final NavigableMap<String, State> states = new TreeMap<>(BY_CODE_POINT);
    private final Map<Kind, Long> lastPosition = new EnumMap<>(Kind.class);
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<Audit> audits = new ArrayList<>();
    private long revision;
    private long epoch;

    ScopeImage(Scope scope) {
        this.scope = scope;
    }

    ScopeImage copy() {
        ScopeImage copy = new ScopeImage(scope);
        copy.entries.putAll(entries);
        copy.byRevision.putAll(byRevision);
        copy.states.putAll(states);
        copy.lastPosition.putAll(lastPosition);
        copy.counts.putAll(counts);
        copy.audits.addAll(audits);
        copy.revision = revision;
        copy.epoch = epoch;
        return copy;
    }

    Scope scope() {
        return scope;
    }

    boolean holdsSomething() {
        return !entries.isEmpty() || !states.isEmpty();
    }

    Head head() {
        return new Head(revision, epoch, counts);
    }

    /** Called before {@link #apply}, which does not fail: so a batch is whole or not at all. */
    void requireExpected(Batch batch) {
        for (Put put : batch.puts()) {
            EntryHistory entry = entries.get(put.key());
            put.requireExpected(entry == null ? 0 : entry.current().contentRevision());
        }
        for (StateChange change : batch.states()) {
            State state = states.get(change.name());
            change.requireExpected(state == null ? 0 : state.version());
        }
    }

    Commit apply(Batch batch) {
        List<Commit.Placed> placed = new ArrayList<>();
        batch.puts().forEach(put -> placed.add(put(put)));
        batch.sidecars().forEach(this::beside);
        batch.states().forEach(this::change);
        if (batch.audit() != null) {
            audits.add(batch.audit());
        }
        return new Commit(revision, placed);
    }

    private Commit.Placed put(Put put) {
        EntryHistory before = entries.get(put.key());
        long position = before == null ? lastPosition.merge(put.key().kind(), 1L, Long::sum) : before.position();
        Stored version = new Stored(
                put.key(), position, revision + 1, put.session(), put.time(), put.recorded(), put.status(), put.body());
        keep(before == null ? EntryHistory.begin(version, put.sidecars()) : before.replace(version, put.sidecars()));
        return new Commit.Placed(put.key(), position, revision);
    }

    private void beside(Sidecar sidecar) {
        EntryHistory entry = entries.get(sidecar.key());
        if (entry != null && entry.current().contentRevision() == sidecar.contentRevision()) {
            keep(entry.beside(sidecar.name(), sidecar.bytes(), revision + 1));
        }
    }

    private void keep(EntryHistory entry) {
        Key key = entry.current().key();
        EntryHistory before = entries.put(key, entry);
        if (before == null) {
            counts.merge(key.kind(), 1L, Long::sum);
        } else {
            byRevision.remove(before.revision());
        }
        byRevision.put(entry.revision(), key);
        revision = entry.revision();
    }

    private void change(StateChange change) {
        if (change.bytes() == null) {
            states.remove(change.name());
            return;
        }
        State before = states.get(change.name());
        long version = before == null ? 1 : before.version() + 1;
        states.put(change.name(), new State(change.name(), version, change.bytes()));
    }

    Map<Kind, Long> erase(Erase what) {
        Map<Kind, Long> erased = new EnumMap<>(Kind.class);
        for (Key key : what.everything() ? List.copyOf(entries.keySet()) : what.keys()) {
            EntryHistory gone = entries.remove(key);
            if (gone != null) {
                byRevision.remove(gone.revision());
                erased.merge(key.kind(), 1L, Long::sum);
                counts.computeIfPresent(key.kind(), (kind, count) -> count == 1 ? null : count - 1);
            }
        }
        states.keySet().removeAll(what.everything() ? List.copyOf(states.keySet()) : what.states());
        epoch++;
        return erased;
    }

    boolean holds(Kind kind) {
        return counts.containsKey(kind);
    }

    /** Drops all entries of a kind; whoever holds an image of the scope sees it by the epoch. */
    void evict(Kind kind) {
        List<Key> keys =
                entries.keySet().stream().filter(key -> key.kind() == kind).toList();
        erase(Erase.of(keys, List.of()));
    }

    List<Stored> get(Collection<Key> keys) {
        return keys.stream()
                .map(entries::get)
                .filter(Objects::nonNull)
                .map(EntryHistory::current)
                .toList();
    }

    Page<Row> rows(long afterRevision, int limit) {
        List<Row> rows = byRevision.tailMap(afterRevision, false).values().stream()
                .limit(limit + 1L)
                .map(key -> Objects.requireNonNull(entries.get(key)).row())
                .toList();
        return Pages.cut(rows, limit, row -> Long.toString(row.revision()));
    }

    Page<Stored> scan(Scan scan) {
        Comparator<ScanPlace> order = ScanPlace.order(scan.order());
        ScanPlace last = scan.cursor() == null ? null : ScanPlace.ofCursor(scan.cursor());
        List<Stored> found = entries.values().stream()
                .flatMap(entry -> entry.versions(scan.versions()).stream())
                .filter(version -> fits(scan, version))
                .filter(version -> last == null || order.compare(ScanPlace.of(version), last) > 0)
                .sorted(Comparator.comparing(ScanPlace::of, order))
                .toList();
        return Pages.cut(found, scan.limit(), version -> ScanPlace.of(version).cursor());
    }

    private static boolean fits(Scan scan, Stored version) {
        return scan.kinds().contains(version.key().kind())
                && (scan.session() == null || scan.session().equals(version.session()))
                && (scan.from() == null || !version.time().isBefore(scan.from()))
                && (scan.to() == null || !version.time().isAfter(scan.to()))
                && (scan.statuses().isEmpty() || scan.statuses().contains(version.status()));
    }

    Page<State> states(String prefix, @Nullable String cursor, int limit) {
        List<State> found = (cursor == null ? states.tailMap(prefix, true) : states.tailMap(cursor, false))
                .values().stream()
                        .takeWhile(state -> state.name().startsWith(prefix))
                        .toList();
        return Pages.cut(found, limit, State::name);
    }

    Page<Audit> audits(@Nullable String cursor, int limit) {
        int from = cursor == null ? 0 : Integer.parseInt(cursor);
        List<Audit> page = audits.stream().skip(from).limit(limit + 1L).toList();
        return Pages.cut(page, limit, unused -> Integer.toString(from + limit));
    }

    Stream<Audited> audits(String operation) {
        return audits.stream()
                .filter(audit -> audit.operation().equals(operation))
                .map(audit -> new Audited(scope.space(), scope, audit));
    }
}
