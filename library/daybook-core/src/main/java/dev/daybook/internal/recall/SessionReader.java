package dev.daybook.internal.recall;

import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Turn;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Store;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a session in the order in which they were written: by the index of the scope and the entry cache if
 * the index is in memory and up to date, and by a scan of the store otherwise. Loads no index. Thread-safe.
 *
 * <p>The order is that of the positions and not of the times, because clocks go back and those of two processes differ: a
 * model must see the message that was written last.
 */
public final class SessionReader {

    /** Episodes per page: more turns than fit into the usual budget. */
    private static final int PAGE_EPISODES = 100;

    /**
     * Pages per session. A context looks back on at most 2,000 episodes, more than fit into the window of all but the
     * largest models.
     */
    private static final int PAGES = 20;

    private static final int MAX_EPISODES = 1_000;

    private final Store store;
    private final SessionIndex sessionIndex;

    public SessionReader(Store store, SessionIndex sessionIndex) {
        this.store = store;
        this.sessionIndex = sessionIndex;
    }

    /** Returns the messages of a session that were written last, in the order of writing. */
    public List<Turn> turns(Scope scope, String session, int limit) {
        Deque<Turn> turns = new ArrayDeque<>();
        SessionPages pages = pages(sessionIndex.episodes(scope, session), scope, session);
        // Most episodes are exchanges of two messages, so one page of half the messages is usually enough.
        int episodes = limit / 2 + limit % 2;
        while (turns.size() < limit && pages.hasNext()) {
            pages.next(Math.min(episodes, MAX_EPISODES)).forEach(episode -> prepend(turns, episode, limit));
            episodes = limit - turns.size();
        }
        return List.copyOf(turns);
    }

    /** Returns the episodes of a session, the one written last first, in pages that are read lazily while the view is open. */
    public Iterator<List<Episode>> newestFirst(SearchView view, Scope scope, String session, @Nullable Instant asOf) {
        return new Iterator<>() {
            private @Nullable SessionPages pages;
            private int read;

            @Override
            public boolean hasNext() {
                return pages == null || read < PAGES && pages.hasNext();
            }

            @Override
            public List<Episode> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("a session is read back at most " + PAGES * PAGE_EPISODES
                            + " episodes; call hasNext() first");
                }
                if (pages == null) {
                    pages = asOf == null
                            ? pages(sessionIndex.episodes(view, scope, session), scope, session)
                            : asOf(scope, session, asOf);
                }
                read++;
                return pages.next(PAGE_EPISODES);
            }
        };
    }

    private SessionPages pages(Optional<SessionPages> indexed, Scope scope, String session) {
        return indexed.orElseGet(() -> new SessionPages.ScannedSession(store, scope, scan(session)));
    }

    private SessionPages asOf(Scope scope, String session, Instant time) {
        return new SessionPages.ScannedSession(store, scope, scan(session).versions(EntryScan.Versions.asOf(time)));
    }

    private static EntryScan scan(String session) {
        return EntryScan.of(Kind.EPISODE).inSession(session).order(EntryScan.Order.NEWEST_POSITION);
    }

    private static void prepend(Deque<Turn> turns, Episode episode, int limit) {
        List<Turn> ofEpisode = new ArrayList<>();
        for (int index = 0; index < episode.messages().size(); index++) {
            if (!episode.messages().get(index).isEmpty()) {
                ofEpisode.add(new Turn(
                        episode.id(),
                        episode.position(),
                        index,
                        episode.occurredAt(),
                        episode.messages().get(index),
                        episode.trustOf(index)));
            }
        }
        for (int i = ofEpisode.size() - 1; i >= 0 && turns.size() < limit; i--) {
            turns.addFirst(ofEpisode.get(i));
        }
    }
}
