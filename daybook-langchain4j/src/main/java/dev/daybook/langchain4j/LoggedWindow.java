package dev.daybook.langchain4j;

import dev.daybook.Memory;
import dev.daybook.data.Episode;
import dev.daybook.data.Filter;
import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.Query;
import dev.daybook.data.Turn;
import dev.daybook.langchain4j.WindowRecord.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The window of a session as the log has it: the turns that the newest {@link WindowRecord} lists and that have not
 * been forgotten since.
 *
 * @param newest the episode with the newest record; null: there is none
 * @param turns the turns of the window, in its order
 * @param history the turns of the session that were read, in order: at least the window
 */
record LoggedWindow(@Nullable Episode newest, List<Turn> turns, List<Turn> history) {

    /** Episodes among which the newest record is looked for: those that two replicas may have written at one time. */
    private static final int LAST = 4;

    private static final int FIRST_READ = 64;
    private static final int GROWTH = 4;

    static LoggedWindow read(SessionAddress address) {
        List<Turn> end = address.memory().sessions().history(address.session(), FIRST_READ);
        Episode newest = newest(address, end);
        List<Range> ranges = newest == null
                ? List.of()
                : WindowRecord.read(String.valueOf(newest.metadata().get(WindowRecord.NAME)), newest.position());
        if (ranges.isEmpty()) {
            return new LoggedWindow(newest, List.of(), end);
        }
        List<Turn> history = history(address, ranges, end);
        List<Turn> turns = ranges.stream()
                .flatMap(range -> history.stream().filter(turn -> range.contains(TurnPlace.of(turn))))
                .toList();
        return new LoggedWindow(newest, turns, history);
    }

    List<TurnPlace> places() {
        return turns.stream().map(TurnPlace::of).toList();
    }

    /** Looks at the last episodes before it searches the scope, which costs more the larger the scope is. */
    private static @Nullable Episode newest(SessionAddress address, List<Turn> end) {
        List<String> last = new ArrayList<>();
        for (int i = end.size() - 1; i >= 0 && last.size() < LAST; i--) {
            String episode = end.get(i).episode();
            if (!last.contains(episode)) {
                last.add(episode);
            }
        }
        Stream<Episode> candidates = last.stream().flatMap(id -> address.memory().episode(id).stream());
        Episode newest = newest(candidates);
        return newest != null || end.isEmpty() ? newest : newest(search(address));
    }

    /** By position, because the clocks of two replicas may differ. */
    private static @Nullable Episode newest(Stream<Episode> episodes) {
        return episodes.filter(episode -> episode.metadata().containsKey(WindowRecord.NAME))
                .max(Comparator.comparingLong(Episode::position))
                .orElse(null);
    }

    private static Stream<Episode> search(SessionAddress address) {
        return address
                .memory()
                .recall(Query.of("")
                        .by(Query.By.NEWEST)
                        .kinds(Kind.EPISODE)
                        .inSessions(address.session())
                        .where(Filter.present(WindowRecord.NAME))
                        .limit(LAST))
                .stream()
                .map(Hit::entry)
                .map(Episode.class::cast);
    }

    /** Reads the end of the session, and more of it until it has the whole window or has passed its oldest position. */
    private static List<Turn> history(SessionAddress address, List<Range> ranges, List<Turn> end) {
        Memory memory = address.memory();
        long oldest = ranges.stream()
                .mapToLong(range -> range.first().position())
                .min()
                .orElseThrow();
        List<Turn> history = end;
        int limit = FIRST_READ;
        while (history.size() == limit && history.get(0).position() >= oldest && !hasEnds(history, ranges)) {
            limit *= GROWTH;
            history = memory.sessions().history(address.session(), limit);
        }
        return history;
    }

    private static boolean hasEnds(List<Turn> history, List<Range> ranges) {
        Set<TurnPlace> places = new HashSet<>();
        history.forEach(turn -> places.add(TurnPlace.of(turn)));
        return ranges.stream().allMatch(range -> places.contains(range.first()) && places.contains(range.last()));
    }
}
