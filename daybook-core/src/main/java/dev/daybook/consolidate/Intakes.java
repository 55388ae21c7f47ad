package dev.daybook.consolidate;

import dev.daybook.codec.EntryCodec;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Head;
import dev.daybook.spi.Key;
import dev.daybook.spi.Page;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

    private static final int ROWS = 500;

    /** A few numbers for each scope that was written to lately. */
    private static final int SCOPES = 1_000;

    private final Store store;
    private final Map<Scope, Seen> seen = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Scope, Seen> eldest) {
            return size() > SCOPES;
        }
    };

    private static final class Seen {
        private final long epoch;
        private final TreeMap<Long, String> waiting = new TreeMap<>();
        private final Map<String, Long> contents = new HashMap<>();
        private long mark;
        private long revision;

        Seen(long epoch, long mark) {
            this.epoch = epoch;
            this.mark = mark;
            this.revision = mark;
        }

        /** Whether a row has a content that was not looked at yet. An intake belongs to no conversation. */
        boolean isNews(Row row) {
            return row.key().kind() == Kind.EPISODE
                    && row.session() == null
                    && row.status().equals(Put.LIVE)
                    && row.contentRevision() > mark
                    && !Long.valueOf(row.contentRevision())
                            .equals(contents.get(row.key().id()));
        }

        void take(Stored stored) {
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
    }

    /** The intakes whose content is newer than a mark. The mark only rises. */
    synchronized Found after(Scope scope, long mark) {
        Head head = store.head(scope);
        Seen known = seen.get(scope);
        if (known == null || known.epoch != head.epoch() || known.mark > mark) {
            known = new Seen(head.epoch(), mark);
            seen.put(scope, known);
        }
        known.raise(mark);
        boolean more = known.revision < head.revision();
        while (more) {
            Page<Row> page = store.rows(scope, known.revision, ROWS);
            read(scope, known, page.items());
            more = page.cursor() != null;
        }
        return new Found(new TreeMap<>(known.waiting), known.revision);
    }

    private void read(Scope scope, Seen known, List<Row> rows) {
        List<Key> news = new ArrayList<>();
        for (Row row : rows) {
            known.revision = row.revision();
            if (known.isNews(row)) {
                news.add(row.key());
            }
        }
        if (!news.isEmpty()) {
            store.get(scope, news).forEach(known::take);
        }
    }

    /** The intake of an id, if it is still there. */
    Optional<Intake> find(Scope scope, String id) {
        return store.get(scope, List.of(new Key(Kind.EPISODE, id))).stream()
                .map(stored -> (Episode) EntryCodec.decode(stored))
                .findFirst()
                .flatMap(Intake::in);
    }
}
