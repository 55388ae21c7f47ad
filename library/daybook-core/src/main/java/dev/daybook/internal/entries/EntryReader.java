package dev.daybook.internal.entries;

import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.entries.EntryCache.CachedScope;
import dev.daybook.internal.expiry.EntryEnd;
import dev.daybook.model.Entry;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads entries by their index rows: from the cache, and the others from the store in one call. Thread-safe. */
public final class EntryReader {

    private final Store store;
    private final EntryCache cache;
    private final Clock clock;

    /** @param clock the time that ends an entry; the store has none of those, the cache may */
    public EntryReader(Store store, EntryCache cache, Clock clock) {
        this.store = store;
        this.cache = cache;
        this.clock = clock;
    }

    /** Returns whether entries of a scope were read lately, and remembers that they are read now. */
    public boolean isReadAgain(Scope scope) {
        boolean again = cache.knows(scope);
        cache.of(scope);
        return again;
    }

    /** Returns the current versions of entries in the order of their keys, without damaged ones. */
    public List<Entry> current(Scope scope, Collection<EntryKey> keys) {
        return DamageTolerantReader.get(store, scope, keys, (damaged, damage) -> {}).stream()
                .map(EntryCodec::decode)
                .toList();
    }

    /** Returns the current version of an entry as it is stored, unless it is damaged. */
    public Optional<StoredEntry> stored(Scope scope, EntryKey key) {
        return DamageTolerantReader.get(store, scope, List.of(key), (damaged, damage) -> {}).stream()
                .findFirst();
    }

    /**
     * Returns entries by key, without damaged ones and those that have ended or were erased meanwhile. An entry is of the version of its row, or
     * of a later one.
     */
    public Map<EntryKey, Entry> read(Scope scope, Collection<IndexRow> rows) {
        Map<EntryKey, Entry> entries = new HashMap<>();
        List<EntryKey> missing = new ArrayList<>();
        CachedScope cachedScope = cache.of(scope);
        Instant now = clock.instant();
        for (IndexRow row : rows) {
            Entry cached = cachedScope.find(row);
            if (cached == null) {
                missing.add(row.key());
            } else if (!EntryEnd.isReached(cached.expiresAt(), now)) {
                entries.put(row.key(), cached);
            }
        }
        if (!missing.isEmpty()) {
            for (StoredEntry stored : DamageTolerantReader.get(store, scope, missing, (key, damage) -> {})) {
                Entry entry = EntryCodec.decode(stored);
                cache.keep(cachedScope, stored, entry);
                entries.put(stored.key(), entry);
            }
        }
        return entries;
    }
}
