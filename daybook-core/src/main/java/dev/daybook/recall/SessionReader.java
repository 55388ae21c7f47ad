package dev.daybook.recall;

import dev.daybook.codec.DamageTolerantReader;
import dev.daybook.codec.EpisodeCodec;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Turn;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Reads the messages of a session in order. Thread-safe. */
public final class SessionReader {

    /** Episodes per page: more turns than fit into the usual budget. */
    private static final int PAGE_EPISODES = 100;

    /**
     * Pages per session. A context looks back on at most 2,000 episodes, more than fit into the window of all but the
     * largest models.
     */
    private static final int PAGES = 20;

    private final Store store;

    public SessionReader(Store store) {
        this.store = store;
    }

    /** Returns the last messages of a session, oldest first. */
    public List<Turn> turns(Scope scope, String session, int limit) {
        Deque<Turn> turns = new ArrayDeque<>();
        String cursor = null;
        do {
            // Nearly every episode has at least one message, so one page of this size is usually enough.
            int episodes = Math.max(1, Math.min(limit - turns.size(), 1_000));
            Page<StoredEntry> page =
                    store.scan(scope, newestFirst(session).limit(episodes).after(cursor), DamageTolerantReader.toLog());
            page.items().forEach(stored -> prepend(turns, EpisodeCodec.decode(stored), limit));
            cursor = page.cursor();
        } while (cursor != null && turns.size() < limit);
        return List.copyOf(turns);
    }

    /** Returns the last episodes of a session, newest first, in pages that are read lazily. */
    public Iterator<List<Episode>> newestFirst(Scope scope, String session, @Nullable OffsetDateTime asOf) {
        EntryScan scan = newestFirst(session).limit(PAGE_EPISODES);
        EntryScan versions = asOf == null ? scan : scan.versions(EntryScan.Versions.asOf(asOf.toInstant()));
        return new Iterator<>() {
            private int parts;
            private @Nullable String cursor;

            @Override
            public boolean hasNext() {
                return parts == 0 || cursor != null && parts < PAGES;
            }

            @Override
            public List<Episode> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("a session is read back at most " + PAGES * PAGE_EPISODES
                            + " episodes; call hasNext() first");
                }
                Page<StoredEntry> page = store.scan(scope, versions.after(cursor), DamageTolerantReader.toLog());
                parts++;
                cursor = page.cursor();
                return page.items().stream().map(EpisodeCodec::decode).toList();
            }
        };
    }

    private static EntryScan newestFirst(String session) {
        return EntryScan.of(Kind.EPISODE).inSession(session).order(EntryScan.Order.NEWEST_TIME);
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
                        episode.messages().get(index)));
            }
        }
        for (int i = ofEpisode.size() - 1; i >= 0 && turns.size() < limit; i--) {
            turns.addFirst(ofEpisode.get(i));
        }
    }
}
