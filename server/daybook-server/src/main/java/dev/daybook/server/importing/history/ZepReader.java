package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.model.Message;
import dev.daybook.server.json.LocalTimes;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Messages of threads and episodes of a graph, of Zep and Graphiti: pages of the API of Zep Cloud
 * ({@code messages}, {@code episodes} or {@code items}), as an array, or as the episodic nodes of Graphiti. A thread is a
 * session, else a group of the graph, else the file. A list that begins with the newest message is not grouped into turns.
 */
final class ZepReader implements HistoryReader {

    static final Set<String> LISTS = Set.of("messages", "episodes", "items");

    /** The speaker before the text of a message: {@code Ada (user): Hi}, {@code assistant: Hi}. */
    private static final Pattern SPEAKER = Pattern.compile("\\A([^:()\\n]{0,81}+)(?:\\(([a-z_]{1,20}+)\\))?+: ");

    private final String file;
    private final HistorySink sink;
    private final LocalTimes times;
    private @Nullable String thread;
    private @Nullable OffsetDateTime before;

    ZepReader(String file, HistorySink sink, LocalTimes times) {
        this.file = file;
        this.sink = sink;
        this.times = times;
    }

    /** Returns whether a document is an episode or a message, or a page of some. */
    static boolean isOfZep(Map<String, @Nullable Object> document) {
        return document.get("content") instanceof String && document.containsKey("uuid")
                || document.get("labels") instanceof List && document.get("properties") instanceof Map
                || LISTS.stream()
                        .anyMatch(name -> document.get(name) instanceof List<?> list
                                && !list.isEmpty()
                                && list.get(0) instanceof Map<?, ?> first
                                && first.containsKey("uuid")
                                && first.containsKey("content"));
    }

    @Override
    public void read(JsonFields document) {
        JsonFields element = document.get("properties") instanceof Map ? document.fields("properties") : document;
        if (element.get("content") instanceof String content && element.has("uuid")) {
            episode(element, content);
            return;
        }
        boolean isPage = LISTS.stream().anyMatch(name -> element.get(name) instanceof List);
        if (isPage || !element.has("uuid") && !element.has("created_at")) {
            thread = thread(element);
            LISTS.forEach(name -> element.list(name).forEach(this::read));
        } else {
            sink.leaveOut("nodes and edges of the graph", 1);
        }
    }

    private static @Nullable String thread(JsonFields fields) {
        return ResponseItems.firstPresent(fields, "thread_id", "session_id", "thread_uuid", "group_id")
                                instanceof String id
                        && !id.isEmpty()
                ? id
                : null;
    }

    private void episode(JsonFields episode, String content) {
        if (content.isBlank()) {
            sink.leaveOut("messages without text", 1);
            return;
        }
        String own = thread(episode);
        String session = own == null ? thread : own;
        sink.session(new HistorySession(session == null ? file : session, null, null, Map.of()));
        OffsetDateTime time =
                times.anyForm(ResponseItems.firstPresent(episode, "valid_at", "reference_time", "created_at"));
        if (time != null && before != null && time.isBefore(before)) {
            sink.interrupt();
        }
        before = time;
        Object type = ResponseItems.firstPresent(episode, "role_type", "role");
        String id = episode.text("uuid");
        if (type instanceof String role) {
            String name = episode.optionalText(
                    episode.has("role_type") ? "role" : episode.has("role_name") ? "role_name" : "name");
            pass(id, time, new Message(TableReader.role(role), name, content), episode);
        } else if ("message".equals(episode.get("source"))) {
            spoken(id, time, content, episode);
        } else {
            sink.interrupt();
            pass(id, time, Message.user(content), episode);
            sink.interrupt();
        }
    }

    /** Reads lines with a speaker each; a line belongs to the one before unless its speaker is a role. */
    private void spoken(String id, @Nullable OffsetDateTime time, String content, JsonFields episode) {
        StringBuilder text = new StringBuilder();
        String role = Message.USER;
        String name = null;
        int number = 0;
        for (String line : content.split("\n", -1)) {
            Matcher speaker = SPEAKER.matcher(line);
            boolean isSpoken = speaker.lookingAt();
            String stated = isSpoken ? stated(speaker) : null;
            if (stated != null || isSpoken && text.isEmpty()) {
                number += flush(
                        id,
                        number,
                        time,
                        new Message(role, name, text.toString().strip()),
                        episode);
                text.setLength(0);
                role = stated == null ? Message.USER : stated;
                name = speaker.group(1).isBlank() || speaker.group(2) == null && stated != null
                        ? null
                        : speaker.group(1).strip();
                line = line.substring(speaker.end());
            }
            text.append(line).append('\n');
        }
        flush(id, number, time, new Message(role, name, text.toString().strip()), episode);
    }

    private int flush(String id, int number, @Nullable OffsetDateTime time, Message message, JsonFields episode) {
        if (message.text().isEmpty()) {
            return 0;
        }
        pass(number == 0 ? id : id + "/" + number, time, message, episode);
        return 1;
    }

    /** Returns the role that a line states, in parentheses or as the speaker; null if it states none. */
    private static @Nullable String stated(Matcher speaker) {
        String stated = speaker.group(2) == null ? speaker.group(1) : speaker.group(2);
        String role = TableReader.role(stated);
        return switch (role.toLowerCase(Locale.ROOT)) {
            case Message.USER, Message.ASSISTANT, Message.SYSTEM, Message.TOOL -> role;
            default -> null;
        };
    }

    private void pass(String id, @Nullable OffsetDateTime time, Message message, JsonFields episode) {
        Object metadata = ResponseItems.firstPresent(episode, "metadata", "episode_metadata");
        if (message.role().equals(Message.SYSTEM)) {
            sink.leaveOut("system prompts", 1);
        } else {
            sink.message(new HistoryMessage(
                    id,
                    time,
                    null,
                    message,
                    metadata instanceof Map
                            ? HistoryMessage.metadata(JsonFields.object("metadata", metadata))
                            : Map.of()));
        }
    }
}
