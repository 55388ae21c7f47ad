package dev.daybook.consolidate;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.spi.Store;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * When the turns of each conversation happened, for the scopes that were looked at lately: read once, then only what is
 * new. Thread-safe.
 */
final class ChatTurns {

    private final Images<Seen> images;

    /** A turn: when it happened, and when its content last changed. */
    record Turn(Instant time, long revision) {}

    private static final class Seen extends Images.Image {
        private final Map<String, Map<String, Turn>> sessions = new HashMap<>();
        private final Map<String, String> sessionOf = new HashMap<>();

        Seen(long epoch) {
            super(epoch, 0);
        }

        @Override
        void take(List<Row> rows) {
            rows.stream().filter(row -> row.key().kind() == Kind.EPISODE).forEach(this::take);
        }

        private void take(Row row) {
            String id = row.key().id();
            String before = sessionOf.remove(id);
            if (before != null) {
                sessions.getOrDefault(before, Map.of()).remove(id);
            }
            String session = row.session();
            if (session != null && row.status().equals(Put.LIVE)) {
                sessionOf.put(id, session);
                sessions.computeIfAbsent(session, unused -> new HashMap<>())
                        .put(id, new Turn(row.time(), row.contentRevision()));
            }
        }
    }

    /** @param scopes how many scopes are kept: some hundred kilobytes for one of 10,000 episodes */
    ChatTurns(Store store, int scopes) {
        this.images = new Images<>(store, scopes);
    }

    /** Each conversation with its turns by the id of the episode. The map is valid only inside the reader. */
    synchronized void each(Scope scope, BiConsumer<String, Map<String, Turn>> reader) {
        images.of(scope, known -> true, Seen::new).sessions.forEach((session, turns) -> {
            if (!turns.isEmpty()) {
                reader.accept(session, turns);
            }
        });
    }
}
