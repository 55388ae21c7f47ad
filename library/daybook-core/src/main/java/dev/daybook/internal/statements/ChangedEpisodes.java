package dev.daybook.internal.statements;

import dev.daybook.internal.consolidate.DerivationContext;
import dev.daybook.internal.consolidate.ScopeCache;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.IndexRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The episodes of a scope with content newer than a watermark, in order of content revision. Rows come in order of
 * their last change, and a new vector counts as a change but not of the content; so all rows past the watermark are
 * read before the first result is returned. Recently used scopes are cached. Thread-safe.
 */
final class ChangedEpisodes {

    /** Only the backlog of a scope is cached. */
    private static final int SCOPES = 1_000;

    private final ScopeCache<CachedEpisodes> scopeCache;

    /** An episode and the revision of its content. */
    record Changed(EntryKey key, long revision) {}

    private static final class CachedEpisodes extends ScopeCache.CachedScope {
        private final NavigableMap<Long, EntryKey> byRevision = new TreeMap<>();
        private final Map<EntryKey, Long> revisions = new HashMap<>();
        /** Content at or before this revision is processed. */
        private long done;

        CachedEpisodes(long epoch, long done) {
            super(epoch, done);
            this.done = done;
        }

        @Override
        public void update(List<IndexRow> rows) {
            rows.forEach(this::update);
        }

        private void update(IndexRow row) {
            if (row.key().kind() != Kind.EPISODE) {
                return;
            }
            drop(row.key());
            if (row.contentRevision() > done && row.status().equals(EntryPut.LIVE)) {
                byRevision.put(row.contentRevision(), row.key());
                revisions.put(row.key(), row.contentRevision());
            }
        }

        void doneTo(long revision) {
            done = revision;
            List.copyOf(byRevision.headMap(revision, true).values()).forEach(this::drop);
        }

        private void drop(EntryKey key) {
            Long before = revisions.remove(key);
            if (before != null) {
                byRevision.remove(before);
            }
        }
    }

    ChangedEpisodes(DerivationContext context) {
        this.scopeCache = new ScopeCache<>(context.store(), context.erasures(), SCOPES);
    }

    /** Returns the oldest changes after a watermark: up to the limit, fewer only if there are no more. */
    synchronized List<Changed> since(Scope scope, long mark, int limit) {
        CachedEpisodes episodes =
                scopeCache.of(scope, known -> mark >= known.done, epoch -> new CachedEpisodes(epoch, mark));
        episodes.doneTo(mark);
        return episodes.byRevision.entrySet().stream()
                .limit(limit)
                .map(change -> new Changed(change.getValue(), change.getKey()))
                .toList();
    }
}
