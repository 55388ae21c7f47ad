package dev.daybook.spring;

import dev.daybook.Memory;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.ai.session.SessionEvent;

/**
 * The events of one session, computed from its episodes in the order of the log. All replicas read one log, so they
 * agree on the compactions that count.
 */
final class SessionReplay {

    private static final int FIRST_READ = 1_000;
    private static final int GROWTH = 4;
    private static final int HASH_BITS = 31;

    private final String sessionId;
    private final long start;
    private final Set<String> logged = new HashSet<>();
    private final List<SessionEvent> archived = new ArrayList<>();
    private final Map<String, SessionEvent> active = new LinkedHashMap<>();
    private final Set<String> counted = new HashSet<>();
    private final List<String> uncounted = new ArrayList<>();
    private long event;
    private long compaction;
    private long last;

    private SessionReplay(String sessionId, long start) {
        this.sessionId = sessionId;
        this.start = start;
    }

    /**
     * Reads a session.
     *
     * @param start the position after which its events count
     */
    static SessionReplay read(Memory memory, String session, String sessionId, long start) {
        List<Episode> episodes = episodes(memory, session).stream()
                .filter(episode -> episode.position() > start)
                .sorted(Comparator.comparingLong(Episode::position))
                .toList();
        SessionReplay replay = new SessionReplay(sessionId, start);
        List<Object> steps = new ArrayList<>();
        for (Episode episode : episodes) {
            if (episode.metadata().containsKey(EventEpisode.EVENT)) {
                SessionEvent read = EventEpisode.read(sessionId, episode);
                replay.logged.add(read.getId());
                steps.add(read);
            } else {
                steps.add(CompactionRecord.read(episode, start));
            }
        }
        for (int i = 0; i < steps.size(); i++) {
            replay.last = episodes.get(i).position();
            if (steps.get(i) instanceof SessionEvent appended) {
                replay.append(appended);
            } else {
                replay.compact((CompactionRecord) steps.get(i), episodes.get(i).id());
            }
        }
        return replay;
    }

    private static List<Episode> episodes(Memory memory, String session) {
        for (int limit = FIRST_READ; ; limit *= GROWTH) {
            List<Hit> hits = memory.recall(Query.of("")
                    .by(Query.By.NEWEST)
                    .kinds(Kind.EPISODE)
                    .sessions(session)
                    .filter(Filter.any(Filter.present(EventEpisode.EVENT), Filter.present(CompactionRecord.COMPACTION)))
                    .limit(limit));
            if (hits.size() < limit) {
                return hits.stream().map(hit -> (Episode) hit.entry()).toList();
            }
        }
    }

    private void append(SessionEvent appended) {
        event = last;
        if (appended.isArchived()) {
            archived.add(appended);
        } else {
            active.put(appended.getId(), appended);
        }
    }

    /**
     * A compaction of the session before it was deleted does not count, nor does a summary of a forgotten event, nor a compaction that was made on top of it. The other events
     * that it had archived are in the window again.
     */
    private void compact(CompactionRecord step, String episode) {
        boolean isOfThisSession = step.start() == start && step.compaction() == compaction;
        if (!isOfThisSession || event > step.event() || !logged.containsAll(step.sources())) {
            uncounted.add(episode);
            return;
        }
        for (String id : step.archived()) {
            SessionEvent moved = active.get(id);
            if (moved != null) {
                archived.add(moved.asArchived());
            }
        }
        List<SessionEvent> window = step.retained().stream()
                .flatMap(each -> retained(each).stream())
                .toList();
        active.clear();
        window.forEach(each -> active.put(each.getId(), each));
        counted.add(episode);
        compaction = last;
    }

    /** Returns none for an event that was forgotten since. */
    private List<SessionEvent> retained(Object each) {
        if (each instanceof Map<?, ?> synthetic) {
            Map<String, Object> fields = new LinkedHashMap<>();
            synthetic.forEach((name, value) -> fields.put(String.valueOf(name), value));
            return List.of(EventEpisode.event(sessionId, fields, List.of()));
        }
        SessionEvent known = active.get(String.valueOf(each));
        return known == null ? List.of() : List.of(known);
    }

    /** Returns the archived events, then the window. */
    List<SessionEvent> events() {
        return Stream.concat(archived.stream(), active.values().stream()).toList();
    }

    /** Returns the events of the window by their ids, in order. */
    Map<String, SessionEvent> active() {
        return active;
    }

    /** Returns whether an event is an episode of its own; the summary of a compaction is none. */
    boolean isLogged(String id) {
        return logged.contains(id);
    }

    /** Returns the position after which the events count. */
    long start() {
        return start;
    }

    /** Returns the position of the last event; 0: none. */
    long event() {
        return event;
    }

    /** Returns the position of the last compaction that counts; 0: none. */
    long compaction() {
        return compaction;
    }

    /** Returns the position of the last episode, whether it counts or not; 0: none. */
    long last() {
        return last;
    }

    /** Returns the ids of the compactions that do not count. */
    List<String> uncounted() {
        return uncounted;
    }

    boolean counts(String compactionEpisode) {
        return counted.contains(compactionEpisode);
    }

    /**
     * Returns a number that grows with each event, each compaction and each deletion. Its low bits are a hash of the
     * events, because a forget changes the window without a new position.
     */
    long version() {
        if (archived.isEmpty() && active.isEmpty()) {
            return start << HASH_BITS;
        }
        Set<String> ids = new LinkedHashSet<>();
        events().forEach(each -> ids.add(each.isArchived() + each.getId()));
        long hash = List.copyOf(ids).hashCode() & ((1L << HASH_BITS) - 1);
        return (Math.max(event, compaction) << HASH_BITS) | hash;
    }
}
