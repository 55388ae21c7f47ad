package dev.daybook.internal.window;

import dev.daybook.Memory;
import dev.daybook.error.StaleVersionException;
import dev.daybook.internal.window.WindowRecord.Range;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Turn;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.VersionCondition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The window of a session as the log has it: the turns that the newest {@link WindowRecord} lists and that have not
 * been forgotten since.
 *
 * @param newest the episode with the newest record; null: there is none
 * @param turns the turns of the window, in the order that providers accept, with stand-ins; see {@link ToolPairs}
 * @param history the turns of the session that were read, in order: at least the window
 */
public record LoggedWindow(@Nullable Episode newest, List<Turn> turns, List<Turn> history) {

    /** The episodes at the end of a session in which the newest record is looked for before a search. */
    private static final int LAST = 4;

    /** A search orders by time, and a clock may have gone back since: more records than a quick exchange writes. */
    private static final int SEARCHED = 64;

    private static final int FIRST_READ = 64;
    private static final int GROWTH = 4;

    /**
     * Reads the window of a session.
     *
     * @param name the name of the record in the metadata of episodes; each adapter has its own
     */
    public static LoggedWindow read(Memory memory, String session, String name) {
        List<Turn> end = memory.session(session).turns(FIRST_READ);
        Episode newest = newest(memory, session, name, end);
        List<Range> ranges = newest == null
                ? List.of()
                : WindowRecord.read(String.valueOf(newest.metadata().get(name)), newest.position());
        if (ranges.isEmpty()) {
            return new LoggedWindow(newest, List.of(), end);
        }
        List<Turn> history = history(memory, session, ranges, end);
        List<Turn> turns = ranges.stream()
                .flatMap(range -> history.stream().filter(turn -> range.contains(TurnPlace.of(turn))))
                .toList();
        return new LoggedWindow(newest, ToolPairs.ordered(turns), history);
    }

    /**
     * Records a window without new messages in the episode that has the record before: an episode without messages is
     * not found by a recall. Origin and trust of the episode are those of a chat again; to state them needs more rights
     * over a connection.
     *
     * @param name the name of the record in the metadata of episodes
     */
    public static void rewrite(Memory memory, Episode newest, String name, String windowRecord) {
        Map<String, Object> metadata = new LinkedHashMap<>(newest.metadata());
        metadata.put(name, windowRecord);
        NewEpisode changed = NewEpisode.of(newest.messages())
                .id(newest.id())
                .session(newest.session())
                .occurredAt(newest.occurredAt())
                .toolCalls(newest.standaloneToolCalls())
                .metadata(metadata)
                .expiresAt(newest.expiresAt())
                .embedding(newest.embedding());
        try {
            memory.remember(changed, VersionCondition.existing());
        } catch (StaleVersionException forgotten) {
            // An episode that was forgotten meanwhile does not come back for its record.
        }
    }

    /** Returns the places of the turns, in the order of the window, without stand-ins. */
    public List<TurnPlace> places() {
        return turns.stream()
                .filter(turn -> !ToolPairs.isStandIn(turn))
                .map(TurnPlace::of)
                .toList();
    }

    /** Looks at the last episodes before it searches the scope, which costs more the larger the scope is. */
    private static @Nullable Episode newest(Memory memory, String session, String name, List<Turn> end) {
        Stream<Episode> candidates = last(end).stream().flatMap(id -> memory.find(Episode.class, id).stream());
        Episode newest = newest(candidates, name);
        return newest != null || end.isEmpty() ? newest : newest(search(memory, session, name), name);
    }

    private static List<String> last(List<Turn> end) {
        List<String> last = new ArrayList<>();
        for (int i = end.size() - 1; i >= 0 && last.size() < LAST; i--) {
            String episode = end.get(i).episode();
            if (!last.contains(episode)) {
                last.add(episode);
            }
        }
        return last;
    }

    /** Returns whether a record that is written to an episode would be found. */
    boolean isRecent(String episode) {
        return last(history).contains(episode);
    }

    /** By the order of the writes, because a clock may go back, the clocks of two replicas differ, and an exchange grows. */
    private static @Nullable Episode newest(Stream<Episode> episodes, String name) {
        return episodes.filter(episode -> episode.metadata().containsKey(name))
                .max(Comparator.comparingLong(Episode::revision))
                .orElse(null);
    }

    private static Stream<Episode> search(Memory memory, String session, String name) {
        return memory
                .recall(Query.of("")
                        .by(Query.By.NEWEST)
                        .kinds(Kind.EPISODE)
                        .sessions(session)
                        .filter(Filter.present(name))
                        .limit(SEARCHED))
                .stream()
                .map(Hit::entry)
                .map(Episode.class::cast);
    }

    /** Reads the end of the session, and more of it until it has the whole window or has passed its oldest position. */
    private static List<Turn> history(Memory memory, String session, List<Range> ranges, List<Turn> end) {
        long oldest = ranges.stream()
                .mapToLong(range -> range.first().position())
                .min()
                .orElseThrow();
        List<Turn> history = end;
        int limit = FIRST_READ;
        while (history.size() == limit && history.get(0).position() >= oldest && !hasEnds(history, ranges)) {
            limit *= GROWTH;
            history = memory.session(session).turns(limit);
        }
        return history;
    }

    private static boolean hasEnds(List<Turn> history, List<Range> ranges) {
        Set<TurnPlace> places = new HashSet<>();
        history.forEach(turn -> places.add(TurnPlace.of(turn)));
        return ranges.stream().allMatch(range -> places.contains(range.first()) && places.contains(range.last()));
    }
}
