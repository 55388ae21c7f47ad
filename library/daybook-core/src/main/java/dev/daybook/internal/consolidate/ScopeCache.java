package dev.daybook.internal.consolidate;

import dev.daybook.internal.ledger.ErasureListeners;
import dev.daybook.model.Scope;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/**
 * A cache of values derived from the rows of recently used scopes. Each scope is read once, then only its new rows, and
 * again after an erasure, which drops it. For one reader at a time.
 */
public final class ScopeCache<I extends ScopeCache.CachedScope> {

    private static final int ROWS = 1_000;

    private final Store store;
    private final Map<Scope, I> cached;

    /** The cached value of one scope. */
    public abstract static class CachedScope {

        final long epoch;
        long revision;

        /** @param revision rows at or before it are not read */
        public CachedScope(long epoch, long revision) {
            this.epoch = epoch;
            this.revision = revision;
        }

        /** Returns the revision up to which the scope was read. */
        public long revision() {
            return revision;
        }

        final void read(List<IndexRow> rows) {
            update(rows);
            if (!rows.isEmpty()) {
                revision = rows.get(rows.size() - 1).revision();
            }
        }

        /** Adds new rows, in order of revision. */
        public abstract void update(List<IndexRow> rows);
    }

    /** @param scopes the number of cached scopes; the least recently used is evicted */
    public ScopeCache(Store store, ErasureListeners erasures, int scopes) {
        this.store = store;
        this.cached = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Scope, I> eldest) {
                return size() > scopes;
            }
        });
        erasures.add(cached::remove);
    }

    /**
     * Returns the present value of a scope.
     *
     * @param isUsable tests whether a cached value can be updated
     * @param create creates an empty value for an epoch
     */
    public I of(Scope scope, Predicate<I> isUsable, LongFunction<I> create) {
        Head head = store.head(scope);
        I value = cached.get(scope);
        if (value == null || value.epoch != head.epoch() || !isUsable.test(value)) {
            value = create.apply(head.epoch());
            cached.put(scope, value);
        }
        boolean more = value.revision < head.revision();
        while (more) {
            Page<IndexRow> page = store.rows(scope, value.revision, ROWS);
            value.read(page.items());
            more = page.cursor() != null;
        }
        return value;
    }
}
