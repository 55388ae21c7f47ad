package dev.daybook.consolidate;

import dev.daybook.codec.EntryCodec;
import dev.daybook.codec.ReadableEntries;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The intakes of each scope that lie behind a mark, in the order in which they were written. Rows come in the order of
 * their last change, and a vector is one; so all are read, and put in order here. Read once, then only what is new.
 * Thread-safe.
 */
final class Intakes {

    /** A few numbers for each scope that was written to lately. */
    private static final int SCOPES = 1_000;

    private final Store store;
    private final Images<Seen> images;

    private final class Seen extends Images.Image {
        private final TreeMap<Long, String> waiting = new TreeMap<>();
        private final Map<String, Long> contents = new HashMap<>();
        private final Scope scope;
        private long mark;

        Seen(Scope scope, long epoch, long mark) {
            super(epoch, mark);
            this.scope = scope;
            this.mark = mark;
        }

        @Override
        void take(List<Row> rows) {
            List<Key> news = rows.stream().filter(this::isNews).map(Row::key).toList();
            if (!news.isEmpty()) {
                // A damaged one cannot be made into notes; it keeps nobody else from it.
                ReadableEntries.get(store, scope, news, (key, damage) -> {}).forEach(this::take);
            }
        }

        /** Whether a row has a content that was not looked at yet. An intake belongs to no conversation. */
        private boolean isNews(Row row) {
            return row.key().kind() == Kind.EPISODE
                    && row.session() == null
                    && row.status().equals(Put.LIVE)
                    && row.contentRevision() > mark
                    && !Long.valueOf(row.contentRevision())
                            .equals(contents.get(row.key().id()));
        }

        private void take(Stored stored) {
            Long before = contents.put(stored.key().id(), stored.contentRevision());
            if (before != null) {
                waiting.remove(before);
            }
            if (Intake.in((Episode) EntryCodec.decode(stored)).isPresent()) {
                waiting.put(stored.contentRevision(), stored.key().id());
            }
        }

        /** What lies at or before the mark is done. */
        void raise(long mark) {
            this.mark = mark;
            waiting.headMap(mark, true).clear();
            contents.values().removeIf(revision -> revision <= mark);
        }
    }

    /**
     * What was found.
     *
     * @param ids of the intakes, the one written first first, by the revision of their content
     * @param revision up to where the scope was read
     */
    record Found(TreeMap<Long, String> ids, long revision) {}

    Intakes(Store store) {
        this.store = store;
        this.images = new Images<>(store, SCOPES);
    }

    /** The intakes whose content is newer than a mark. The mark only rises. */
    synchronized Found after(Scope scope, long mark) {
        Seen seen = images.of(scope, known -> known.mark <= mark, epoch -> new Seen(scope, epoch, mark));
        seen.raise(mark);
        return new Found(new TreeMap<>(seen.waiting), seen.revision());
    }

    /** The intake of an id, if it is still there. */
    Optional<Intake> find(Scope scope, String id) {
        return store.get(scope, List.of(new Key(Kind.EPISODE, id))).stream()
                .map(stored -> (Episode) EntryCodec.decode(stored))
                .findFirst()
                .flatMap(Intake::in);
    }
}
