package dev.daybook.internal.entries;

import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.model.Entry;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import dev.daybook.store.StoredEntry;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A cache of decoded entries. Each is valid for one content revision, so a write invalidates nothing: the index row of
 * the new version has another revision. Only an erasure drops entries, because no erased text may stay in memory. Above
 * the limit the least recently used scopes are dropped. Thread-safe; a look-up takes no lock.
 */
public final class EntryCache {

    /** The memory of an entry of two messages besides its body; measured (820), rounded up. */
    static final long ENTRY_BYTES = 900;

    /** The memory of a scope without entries. */
    static final long SCOPE_BYTES = 300;

    /** The bytes of a character in memory for each of its bytes in UTF-8, at most. */
    private static final long STRING_BYTES = 2;

    private final long limit;
    private final Map<Scope, CachedScope> scopes = new ConcurrentHashMap<>();
    private long bytes;

    /** @param limit the maximum bytes of all entries together */
    public EntryCache(long limit) {
        this.limit = limit;
    }

    private record CachedEntry(long contentRevision, Entry entry, long bytes) {}

    /** The cached entries of one scope. */
    static final class CachedScope {
        private final Scope scope;
        private final Map<EntryKey, CachedEntry> entries = new ConcurrentHashMap<>();
        private volatile long lastUse = System.nanoTime();
        private long bytes = SCOPE_BYTES;

        private CachedScope(Scope scope) {
            this.scope = scope;
        }

        /**
         * Returns the version of an entry that an index row describes, or null if it is not cached. It takes the same room
         * from a {@link ReadBudget} as an entry of the store, so that an answer has the same size in both cases.
         */
        @Nullable
        Entry find(IndexRow row) {
            CachedEntry cached = entries.get(row.key());
            if (cached == null || cached.contentRevision() != row.contentRevision()) {
                return null;
            }
            ReadBudget.takeEntry((cached.bytes() - ENTRY_BYTES) / STRING_BYTES);
            return cached.entry();
        }
    }

    /** Returns the cached entries of a scope. Call it before reading the entries that are kept there. */
    CachedScope of(Scope scope) {
        CachedScope known = scopes.get(scope);
        CachedScope cachedScope = known == null ? add(scope) : known;
        cachedScope.lastUse = System.nanoTime();
        return cachedScope;
    }

    /** Returns whether entries of a scope were read lately. */
    boolean knows(Scope scope) {
        return scopes.containsKey(scope);
    }

    private synchronized CachedScope add(Scope scope) {
        CachedScope cachedScope = scopes.computeIfAbsent(scope, unused -> {
            bytes += SCOPE_BYTES;
            return new CachedScope(scope);
        });
        dropLeastRecentlyUsed();
        return cachedScope;
    }

    /**
     * Keeps an entry, unless its scope was dropped after {@link #of} returned it. So an entry that was read before an
     * erasure is not kept after it.
     */
    synchronized void keep(CachedScope cachedScope, StoredEntry stored, Entry entry) {
        if (scopes.get(cachedScope.scope) != cachedScope) {
            return;
        }
        long size = ENTRY_BYTES + STRING_BYTES * stored.body().size();
        CachedEntry before =
                cachedScope.entries.put(stored.key(), new CachedEntry(stored.contentRevision(), entry, size));
        long added = size - (before == null ? 0 : before.bytes());
        cachedScope.bytes += added;
        bytes += added;
        dropLeastRecentlyUsed();
    }

    /** A scope with the time of its last use, which readers change during a sort. */
    private record ScopeUse(Scope scope, long lastUse) {}

    /** Drops scopes above the limit, down to seven eighths of it, so that not every new entry sorts all scopes. */
    private void dropLeastRecentlyUsed() {
        if (bytes <= limit) {
            return;
        }
        List<ScopeUse> oldestFirst = scopes.values().stream()
                .map(cachedScope -> new ScopeUse(cachedScope.scope, cachedScope.lastUse))
                .sorted(Comparator.comparingLong(ScopeUse::lastUse))
                .toList();
        for (ScopeUse oldest : oldestFirst) {
            if (bytes <= limit - limit / 8) {
                return;
            }
            drop(oldest.scope());
        }
    }

    /** Drops the entries of a scope. Call it after every erasure in the scope. */
    public synchronized void drop(Scope scope) {
        CachedScope dropped = scopes.remove(scope);
        bytes -= dropped == null ? 0 : dropped.bytes;
    }

    /** Returns the approximate memory use. */
    synchronized long bytes() {
        return bytes;
    }
}
