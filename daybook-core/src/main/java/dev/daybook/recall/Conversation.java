package dev.daybook.recall;

import dev.daybook.codec.EpisodeCodec;
import dev.daybook.codec.ReadableEntries;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Turn;
import dev.daybook.spi.Page;
import dev.daybook.spi.Scan;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a conversation back in the order in which it happened. Thread-safe. */
public final class Conversation {

    /** What a context looks back on of one conversation: more than fits into the window of any model but the largest. */
    private static final int EPISODES = 2_000;

    private final Store store;

    public Conversation(Store store) {
        this.store = store;
    }

    /** The last messages of a session, oldest first. */
    public List<Turn> turns(Scope scope, String session, int limit) {
        Deque<Turn> turns = new ArrayDeque<>();
        String cursor = null;
        do {
            // An episode has at least one message as a rule, so this many episodes are seldom too few.
            int episodes = Math.max(1, Math.min(limit - turns.size(), 1_000));
            Page<Stored> page =
                    store.scan(scope, newestFirst(session).limit(episodes).after(cursor), ReadableEntries.toLog());
            page.items().forEach(stored -> prepend(turns, EpisodeCodec.decode(stored), limit));
            cursor = page.cursor();
        } while (cursor != null && turns.size() < limit);
        return List.copyOf(turns);
    }

    /** The last episodes of a session, newest first. */
    public List<Episode> newestFirst(Scope scope, String session, @Nullable OffsetDateTime asOf) {
        Scan scan = newestFirst(session).limit(EPISODES);
        if (asOf != null) {
            scan = scan.versions(Scan.Versions.asOf(asOf.toInstant()));
        }
        return store.scan(scope, scan, ReadableEntries.toLog()).items().stream()
                .map(EpisodeCodec::decode)
                .toList();
    }

    private static Scan newestFirst(String session) {
        return Scan.of(Kind.EPISODE).in(session).order(Scan.Order.NEWEST_TIME);
    }

    private static void prepend(Deque<Turn> turns, Episode episode, int limit) {
        List<Turn> ofEpisode = new ArrayList<>();
        for (int index = 0; index < episode.messages().size(); index++) {
            if (!episode.messages().get(index).text().isEmpty()) {
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
