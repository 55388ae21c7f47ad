package dev.daybook.consolidate;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Head;
import dev.daybook.spi.Page;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.spi.Store;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * When the turns of each conversation happened, for the scopes that were looked at lately: read once, then only what is
 * new. Thread-safe.
 */
final class ChatTurns {

    private static final int ROWS = 1_000;

    /** A bank looks at every scope of its space, most of which are small. */
    private static final int SCOPES = 1_000;

    private final Store store;
    private final Map<Scope, Seen> seen = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Scope, Seen> eldest) {
            return size() > SCOPES;
        }
    };

    /** A turn: when it happened, and when its content last changed. */
    record Turn(Instant time, long revision) {}

    private static final class Seen {
        private final long epoch;
        private final Map<String, Map<String, Turn>> sessions = new HashMap<>();
        private final Map<String, String> sessionOf = new HashMap<>();
        private long revision;

        Seen(long epoch) {
            this.epoch = epoch;
        }

        void take(Row row) {
            revision = row.revision();
            if (row.key().kind() != Kind.EPISODE || !row.status().equals(Put.LIVE)) {
                return;
            }
            String id = row.key().id();
            String before = sessionOf.remove(id);
            if (before != null) {
                sessions.getOrDefault(before, Map.of()).remove(id);
            }
            String session = row.session();
            if (session != null) {
                sessionOf.put(id, session);
                sessions.computeIfAbsent(session, unused -> new HashMap<>())
                        .put(id, new Turn(row.time(), row.contentRevision()));
            }
        }
    }

    ChatTurns(Store store) {
        this.store = store;
    }

    /** Each conversation with its turns by the id of the episode. The map is valid only inside the reader. */
    synchronized void each(Scope scope, BiConsumer<String, Map<String, Turn>> reader) {
        upToDate(scope).sessions.forEach((session, turns) -> {
            if (!turns.isEmpty()) {
                reader.accept(session, turns);
            }
        });
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
