package dev.daybook.consolidate;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.spi.Store;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The episodes of a scope whose content is newer than a mark, in order of their content's revision. The rows of a store come
 * in another order: a vector gives an entry a new revision, and its content none. So what is after the mark is read to its
 * end before the first of it is answered, and kept for the scopes that were looked at lately. Thread-safe.
 */
final class Changes {

    /** What is kept of a scope is what is still to be done there. */
    private static final int SCOPES = 1_000;

    private final Images<Seen> images;

    /** An episode, and the revision of its content. */
    record Changed(Key key, long revision) {}

    private static final class Seen extends Images.Image {
        private final NavigableMap<Long, Key> byRevision = new TreeMap<>();
        private final Map<Key, Long> revisions = new HashMap<>();
        /** What is older was done already. */
        private long done;

        Seen(long epoch, long done) {
            super(epoch, done);
            this.done = done;
        }

        @Override
        void take(List<Row> rows) {
            rows.forEach(this::take);
        }

        private void take(Row row) {
            if (row.key().kind() != Kind.EPISODE) {
                return;
            }
            drop(row.key());
            if (row.contentRevision() > done && row.status().equals(Put.LIVE)) {
                byRevision.put(row.contentRevision(), row.key());
                revisions.put(row.key(), row.contentRevision());
            }
        }

        void doneTo(long revision) {
            done = revision;
            List.copyOf(byRevision.headMap(revision, true).values()).forEach(this::drop);
        }

        private void drop(Key key) {
            Long before = revisions.remove(key);
            if (before != null) {
                byRevision.remove(before);
            }
        }
    }

    Changes(Store store) {
        this.images = new Images<>(store, SCOPES);
    }

    /** The oldest changes after a mark: at most so many, fewer only if there are no more. */
    synchronized List<Changed> since(Scope scope, long mark, int limit) {
        Seen seen = images.of(scope, known -> mark >= known.done, epoch -> new Seen(epoch, mark));
        seen.doneTo(mark);
        return seen.byRevision.entrySet().stream()
                .limit(limit)
                .map(change -> new Changed(change.getValue(), change.getKey()))
                .toList();
    }
}
