package dev.daybook.spring;

import dev.daybook.model.Episode;
import dev.daybook.model.NewEpisode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A compaction of the events of a session, as an episode of the log without a turn. The log decides which of two
 * compactions at one time counts: a record counts if the log had no event and no counted compaction between the
 * positions that the writer saw and its own.
 *
 * @param start the start of the session that the writer saw, see {@link SessionRecord#start}
 * @param compaction the position of the counted compaction that the writer saw; 0: none
 * @param event the position of the last event that the writer saw
 * @param archived the ids of the events that it archives, in order
 * @param sources the ids of the events of the log that leave the window: a summary may quote each of them
 * @param retained the new window: a text is the id of an event in the window, a map a synthetic event
 */
record CompactionRecord(
        long start, long compaction, long event, List<String> archived, List<String> sources, List<Object> retained) {

    /** The name of the JSON in the metadata of an episode. */
    static final String COMPACTION = "spring.session.compaction";

    NewEpisode episode(String session) {
        TreeMap<String, Object> fields = new TreeMap<>();
        fields.put("start", start);
        fields.put("compaction", compaction);
        fields.put("event", event);
        fields.put("archived", archived);
        fields.put("sources", sources);
        fields.put("retained", retained);
        return EventEpisode.silent(session, COMPACTION, fields);
    }

    /** @param start the start of the session: records of earlier versions do not state it */
    static CompactionRecord read(Episode episode, long start) {
        Map<String, Object> fields =
                PlainMetadata.read(String.valueOf(episode.metadata().get(COMPACTION)));
        return new CompactionRecord(
                fields.containsKey("start") ? number(fields, "start") : start,
                number(fields, "compaction"),
                number(fields, "event"),
                texts(fields, "archived"),
                texts(fields, "sources"),
                list(fields, "retained"));
    }

    private static long number(Map<String, Object> fields, String name) {
        return ((Number) Objects.requireNonNull(fields.get(name), name)).longValue();
    }

    private static List<String> texts(Map<String, Object> fields, String name) {
        return list(fields, name).stream().map(String::valueOf).toList();
    }

    private static List<Object> list(Map<String, Object> fields, String name) {
        return List.copyOf((List<?>) Objects.requireNonNull(fields.get(name), name));
    }
}
