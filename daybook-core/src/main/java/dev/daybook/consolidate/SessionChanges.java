package dev.daybook.consolidate;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Head;
import dev.daybook.spi.Page;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.spi.Store;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The revisions of the episodes of each conversation, for the scopes that were looked at lately: read once, then only what
 * is new. Thread-safe.
 */
final class SessionChanges {

    private static final int ROWS = 1_000;

    /** Some hundred kilobytes for a scope of 10,000 episodes. */
    private static final int SCOPES = 100;

    private final Store store;
    private final Map<Scope, Seen> seen = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Scope, Seen> eldest) {
            return size() > SCOPES;
        }
    };

    private static final class Seen {
        private final long epoch;
        private final Map<String, Map<String, Long>> sessions = new HashMap<>();
        private final Map<String, String> sessionOf = new HashMap<>();
        private long revision;

        Seen(long epoch) {
            this.epoch = epoch;
        }

        void take(Row row) {
            revision = row.revision();
            if (row.key().kind() != Kind.EPISODE) {
                return;
            }
            String id = row.key().id();
            String before = sessionOf.remove(id);
            if (before != null) {
                sessions.getOrDefault(before, Map.of()).remove(id);
            }
            String session = row.session();
            if (session != null && row.status().equals(Put.LIVE)) {
                sessionOf.put(id, session);
                sessions.computeIfAbsent(session, unused -> new HashMap<>()).put(id, row.contentRevision());
            }
        }
    }

    SessionChanges(Store store) {
        this.store = store;
    }

    /** How many episodes of each conversation are newer than its mark; conversations without any are left out. */
    synchronized Map<String, Long> count(Scope scope, Map<String, Long> marks) {
        Map<String, Long> counts = new HashMap<>();
        upToDate(scope).sessions.forEach((session, revisions) -> {
            long mark = marks.getOrDefault(session, 0L);
            long fresh = revisions.values().stream()
                    .filter(revision -> revision > mark)
                    .count();
            if (fresh > 0) {
                counts.put(session, fresh);
            }
        });
        return counts;
    }

    private Seen upToDate(Scope scope) {
        Head head = store.head(scope);
        Seen known = seen.get(scope);
        if (known == null || known.epoch != head.epoch()) {
            known = new Seen(head.epoch());
            seen.put(scope, known);
        }
        boolean more = known.revision < head.revision();
        while (more) {
            Page<Row> page = store.rows(scope, known.revision, ROWS);
            page.items().forEach(known::take);
            more = page.cursor() != null;
        }
        return known;
    }
}
