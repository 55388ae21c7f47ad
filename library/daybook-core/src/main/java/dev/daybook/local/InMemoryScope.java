package dev.daybook.local;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.BatchPlan;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryNumbers;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.ScanPosition;
import dev.daybook.store.ScopeNumbers;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StoredAudit;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
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

/** The entries, states and audit entries of one scope. Not thread-safe: its store has the lock. */
final class InMemoryScope {

    /** UTF-8 keeps the order of code points; {@link String#compareTo} does not. */
    private static final Comparator<String> BY_CODE_POINT =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private final Scope scope;
    private final Map<EntryKey, EntryHistory> entries = new HashMap<>();
    private final NavigableMap<Long, EntryKey> byRevision = new TreeMap<>();
    private final Map<Kind, NavigableMap<Long, EntryKey>> byPosition = new EnumMap<>(Kind.class);
    private final NavigableMap<String, ScopeState> states = new TreeMap<>(BY_CODE_POINT);
    private final List<AuditRecord> audits = new ArrayList<>();
    private ScopeNumbers numbers = ScopeNumbers.NONE;

    /** True after a write that follows the last erasure of the whole scope. */
    private boolean named;

    InMemoryScope(Scope scope) {
        this.scope = scope;
    }

    Scope scope() {
        return scope;
    }

    boolean holdsSomething() {
        return !entries.isEmpty() || !states.isEmpty();
    }

    Head head() {
        return numbers.head();
    }

    /** A batch is applied whole or not at all: only planning it can fail. */
    CommitResult write(WriteBatch batch) {
        BatchPlan plan = plan();
        CommitResult commit = plan.write(batch);
        apply(plan, batch);
        return commit;
    }

    void copy(ScopeRows rows) {
        BatchPlan plan = plan();
        plan.copy(rows);
        apply(plan);
        audits.addAll(rows.audits());
        named = true;
    }

    boolean isNamed() {
        return named;
    }

    ScopeNumbers numbers() {
        return numbers;
    }

    Map<Kind, Long> erase(EraseRequest what, WriteBatch alongside) {
        BatchPlan plan = plan();
        Map<Kind, Long> erased = plan.erase(what);
        plan.write(alongside);
        if (what.everything()) {
            entries.clear();
            byRevision.clear();
            byPosition.clear();
            states.clear();
            named = false;
        }
        apply(plan, alongside);
        return erased;
    }

    private BatchPlan plan() {
        return new BatchPlan(numbers, this::numbers, this::version);
    }

    private @Nullable EntryNumbers numbers(EntryKey key) {
        EntryHistory entry = entries.get(key);
        return entry == null ? null : entry.numbers();
    }

    private long version(String name) {
        ScopeState state = states.get(name);
        return state == null ? 0 : state.version();
    }

    private void apply(BatchPlan plan, WriteBatch batch) {
        apply(plan);
        AuditRecord audit = batch.audit();
        if (audit != null) {
            audits.add(audit);
        }
        named |= batch.namesScope();
    }

    private void apply(BatchPlan plan) {
        plan.removals().forEach(removal -> {
            entries.remove(removal.key());
            byRevision.remove(removal.before().revision());
            Objects.requireNonNull(byPosition.get(removal.key().kind()))
                    .remove(removal.before().position());
        });
        plan.versions().forEach(version -> {
            EntryHistory before = entries.get(version.key());
            Map<String, Blob> sidecars = version.put().sidecars();
            keep(
                    before == null
                            ? EntryHistory.begin(version.stored(), sidecars)
                            : before.replace(version.stored(), sidecars),
                    version.before());
        });
        plan.additions()
                .forEach(addition -> keep(
                        Objects.requireNonNull(entries.get(addition.key()))
                                .beside(
                                        addition.sidecar().name(),
                                        addition.sidecar().bytes(),
                                        addition.numbers().revision()),
                        addition.before()));
        plan.values().forEach(value -> {
            if (value.state() == null) {
                states.remove(value.name());
            } else {
                states.put(value.name(), value.state());
            }
        });
        numbers = plan.numbers();
    }

    private void keep(EntryHistory entry, @Nullable EntryNumbers before) {
        EntryKey key = entry.current().key();
        entries.put(key, entry);
        if (before != null) {
            byRevision.remove(before.revision());
        }
        byRevision.put(entry.revision(), key);
        byPosition
                .computeIfAbsent(key.kind(), first -> new TreeMap<>())
                .put(entry.current().position(), key);
    }

    boolean holds(Kind kind) {
        return numbers.counts().containsKey(kind);
    }

    /** Drops all entries of a kind. The epoch rises, so that the scope index is rebuilt. */
    void evict(Kind kind) {
        List<EntryKey> keys =
                entries.keySet().stream().filter(key -> key.kind() == kind).toList();
        BatchPlan plan = plan();
        plan.erase(EraseRequest.of(keys, List.of()));
        apply(plan);
    }

    List<StoredEntry> get(Collection<EntryKey> keys) {
        return keys.stream()
                .map(entries::get)
                .filter(Objects::nonNull)
                .map(EntryHistory::current)
                .toList();
    }

    Page<IndexRow> rows(long afterRevision, int limit) {
        List<IndexRow> rows = byRevision.tailMap(afterRevision, false).values().stream()
                .limit(limit + 1L)
                .map(key -> Objects.requireNonNull(entries.get(key)).row())
                .toList();
        return Page.cut(rows, limit, row -> Long.toString(row.revision()));
    }

    Page<StoredEntry> scan(EntryScan scan) {
        Comparator<ScanPosition> order = ScanPosition.order(scan.order());
        ScanPosition last = scan.cursor() == null ? null : ScanPosition.ofCursor(scan.cursor());
        Stream<StoredEntry> accepted = (scan.isByPosition() ? inOrder(scan, last) : entries.values().stream())
                .flatMap(entry -> entry.versions(scan.versions()).stream())
                .filter(scan::accepts)
                .filter(version -> last == null || order.compare(ScanPosition.of(version), last) > 0);
        List<StoredEntry> found = (scan.isByPosition()
                        ? accepted
                        : accepted.sorted(Comparator.comparing(ScanPosition::of, order)))
                .limit(Page.oneMore(scan.limit()))
                .toList();
        return Page.cut(found, scan.limit(), version -> ScanPosition.of(version).cursor());
    }

    /** Returns the entries of the one kind of a scan by position, from its cursor on, in its order. */
    private Stream<EntryHistory> inOrder(EntryScan scan, @Nullable ScanPosition last) {
        long first = scan.positions().first();
        long end = scan.positions().last();
        if (last != null && scan.isOldestFirst()) {
            first = Math.max(first, last.position());
        } else if (last != null) {
            end = Math.min(end, last.position());
        }
        NavigableMap<Long, EntryKey> placed =
                byPosition.get(scan.kinds().iterator().next());
        if (placed == null || first > end) {
            return Stream.empty();
        }
        NavigableMap<Long, EntryKey> range = placed.subMap(first, true, end, true);
        return (scan.isOldestFirst() ? range : range.descendingMap())
                .values().stream().map(key -> Objects.requireNonNull(entries.get(key)));
    }

    Page<ScopeState> states(String prefix, @Nullable String cursor, int limit) {
        List<ScopeState> found = (cursor == null ? states.tailMap(prefix, true) : states.tailMap(cursor, false))
                .values().stream()
                        .takeWhile(state -> state.name().startsWith(prefix))
                        .toList();
        return Page.cut(found, limit, ScopeState::name);
    }

    Page<AuditRecord> audits(@Nullable String cursor, int limit) {
        int from = cursor == null ? 0 : Integer.parseInt(cursor);
        List<AuditRecord> page = audits.stream().skip(from).limit(limit + 1L).toList();
        return Page.cut(page, limit, unused -> Integer.toString(from + limit));
    }

    Stream<StoredAudit> audits(String operation) {
        return audits.stream()
                .filter(audit -> audit.operation().equals(operation))
                .map(audit -> new StoredAudit(scope.space(), scope, audit));
    }
}
