package dev.daybook.internal.consolidate;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryPut;
import dev.daybook.store.IndexRow;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The times of the turns of each session, for recently used scopes. Each scope is read once, then only its new rows.
 * Thread-safe.
 */
public final class SessionTurnTimes {

    private final ScopeCache<CachedTurns> scopeCache;

    /** The time of a turn and the revision of its content. */
    public record TurnTime(Instant time, long revision) {}

    private static final class CachedTurns extends ScopeCache.CachedScope {
        private final Map<String, Map<String, TurnTime>> sessions = new HashMap<>();
        private final Map<String, String> sessionOf = new HashMap<>();

        CachedTurns(long epoch) {
            super(epoch, 0);
        }

        @Override
        public void update(List<IndexRow> rows) {
            rows.stream().filter(row -> row.key().kind() == Kind.EPISODE).forEach(this::update);
        }

        private void update(IndexRow row) {
            String id = row.key().id();
            String before = sessionOf.remove(id);
            if (before != null) {
                sessions.getOrDefault(before, Map.of()).remove(id);
            }
            String session = row.session();
            if (session != null && row.status().equals(EntryPut.LIVE)) {
                sessionOf.put(id, session);
                sessions.computeIfAbsent(session, unused -> new HashMap<>())
                        .put(id, new TurnTime(row.time(), row.contentRevision()));
            }
        }
    }

    /** @param scopes the number of cached scopes: some hundred kilobytes for one of 10,000 episodes */
    public SessionTurnTimes(DerivationContext context, int scopes) {
        this.scopeCache = new ScopeCache<>(context.store(), context.erasures(), scopes);
    }

    /** Visits each session with its turns by episode id. The map is valid only inside the reader. */
    public synchronized void each(Scope scope, BiConsumer<String, Map<String, TurnTime>> reader) {
        scopeCache.of(scope, known -> true, CachedTurns::new).sessions.forEach((session, turns) -> {
            if (!turns.isEmpty()) {
                reader.accept(session, turns);
            }
        });
    }
}
