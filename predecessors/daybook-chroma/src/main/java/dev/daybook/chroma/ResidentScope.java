package dev.daybook.chroma;

import dev.daybook.model.Kind;
import dev.daybook.store.EntryKey;
import dev.daybook.store.Head;
import dev.daybook.store.ScopeNumbers;
import dev.daybook.store.ScopeState;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The index of a scope in memory: the places of its entries, and its states. Loaded on first use and updated after each
 * batch. Not thread-safe; guarded by the scope's lock.
 */
final class ResidentScope {

    /** UTF-8 preserves the order of code points; {@link String#compareTo} does not. */
    private static final Comparator<String> BY_CODE_POINT =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private final Map<EntryKey, IndexedEntry> entries = new HashMap<>();
    private final NavigableMap<Long, EntryKey> byRevision = new TreeMap<>();
    private final NavigableMap<String, ScopeState> states = new TreeMap<>(BY_CODE_POINT);
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private ScopeCounters counters;

    ResidentScope(ScopeCounters counters) {
        this.counters = counters;
    }

    ScopeCounters counters() {
        return counters;
    }

    void counters(ScopeCounters next) {
        counters = next;
    }

    Head head() {
        return new Head(counters.revision(), counters.epoch(), counts);
    }

    ScopeNumbers numbers() {
        return counters.numbers(counts);
    }

    @Nullable
    IndexedEntry entry(EntryKey key) {
        return entries.get(key);
    }

    Collection<IndexedEntry> entries() {
        return Collections.unmodifiableCollection(entries.values());
    }

    /** Returns the entries after a revision, in order of revision. */
    List<IndexedEntry> after(long revision, long most) {
        return byRevision.tailMap(revision, false).values().stream()
                .limit(most)
                .map(key -> Objects.requireNonNull(entries.get(key)))
                .toList();
    }

    void put(IndexedEntry indexedEntry) {
        remove(indexedEntry.key());
        entries.put(indexedEntry.key(), indexedEntry);
        byRevision.put(indexedEntry.revision(), indexedEntry.key());
        counts.merge(indexedEntry.key().kind(), 1L, Long::sum);
    }

    void remove(EntryKey key) {
        IndexedEntry removed = entries.remove(key);
        if (removed != null) {
            byRevision.remove(removed.revision());
            counts.computeIfPresent(key.kind(), (kind, count) -> count == 1 ? null : count - 1);
        }
    }

    Map<Kind, Long> counts() {
        return Map.copyOf(counts);
    }

    NavigableMap<String, ScopeState> states() {
        return Collections.unmodifiableNavigableMap(states);
    }

    void put(ScopeState state) {
        states.put(state.name(), state);
    }

    void removeState(String name) {
        states.remove(name);
    }
}
