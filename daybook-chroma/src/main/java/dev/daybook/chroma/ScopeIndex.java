package dev.daybook.chroma;

import dev.daybook.data.Kind;
import dev.daybook.spi.Head;
import dev.daybook.spi.Key;
import dev.daybook.spi.State;
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
 * The index of a scope in memory: the places of its entries, and its states. Loaded on first use and updated after each batch. Not
 * thread-safe; guarded by the scope's lock.
 */
final class ScopeIndex {

    /** UTF-8 preserves the order of code points; {@link String#compareTo} does not. */
    private static final Comparator<String> BY_CODE_POINT =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private final Map<Key, Held> entries = new HashMap<>();
    private final NavigableMap<Long, Key> byRevision = new TreeMap<>();
    private final NavigableMap<String, State> states = new TreeMap<>(BY_CODE_POINT);
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private Counters counters;

    ScopeIndex(Counters counters) {
        this.counters = counters;
    }

    Counters counters() {
        return counters;
    }

    void counters(Counters next) {
        counters = next;
    }

    Head head() {
        return new Head(counters.revision(), counters.epoch(), counts);
    }

    @Nullable
    Held entry(Key key) {
        return entries.get(key);
    }

    Collection<Held> entries() {
        return Collections.unmodifiableCollection(entries.values());
    }

    /** Returns the entries after a revision, in order of revision. */
    List<Held> after(long revision, long most) {
        return byRevision.tailMap(revision, false).values().stream()
                .limit(most)
                .map(key -> Objects.requireNonNull(entries.get(key)))
                .toList();
    }

    void put(Held held) {
        remove(held.key());
        entries.put(held.key(), held);
        byRevision.put(held.revision(), held.key());
        counts.merge(held.key().kind(), 1L, Long::sum);
    }

    void remove(Key key) {
        Held gone = entries.remove(key);
        if (gone != null) {
            byRevision.remove(gone.revision());
            counts.computeIfPresent(key.kind(), (kind, count) -> count == 1 ? null : count - 1);
        }
    }

    Map<Kind, Long> counts() {
        return Map.copyOf(counts);
    }

    NavigableMap<String, State> states() {
        return Collections.unmodifiableNavigableMap(states);
    }

    void put(State state) {
        states.put(state.name(), state);
    }

    void removeState(String name) {
        states.remove(name);
    }
}
