package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.model.Message;
import dev.daybook.server.json.LocalTimes;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A session log of Codex ({@code ~/.codex/sessions/…/rollout-….jsonl}): lines with a type and a payload. Earlier logs
 * have the items themselves as lines after a first line with the session; the earliest are one object with
 * {@code session} and {@code items}. Event lines repeat the items for the screen and are left out.
 */
final class CodexReader implements HistoryReader {

    /** Texts in the role of the user that the program writes. */
    private static final Pattern CONTEXT = Pattern.compile(
            "(<(environment_context|user_instructions|permissions instructions|turn_aborted|INSTRUCTIONS|user_action"
                    + "|ENVIRONMENT_CONTEXT|collaboration_mode|skills?_\\w+|apps_instructions)\\b|# AGENTS\\.md instructions)");

    private final String file;
    private final HistorySink sink;
    private final LocalTimes times;
    private final ResponseItems items;
    private boolean isBegun;
    private long number;

    CodexReader(String file, HistorySink sink, LocalTimes times) {
        this.file = file;
        this.sink = sink;
        this.times = times;
        this.items = new ResponseItems(sink);
    }

    @Override
    public void read(JsonFields line) {
        number++;
        OffsetDateTime time = times.anyForm(line.get("timestamp"));
        if (line.get("payload") instanceof Map) {
            JsonFields payload = line.fields("payload");
            switch (line.text("type")) {
                case "session_meta" -> session(payload);
                case "response_item" -> item(time, payload);
                default -> sink.leaveOut("lines of the program itself", 1);
            }
        } else if (line.get("items") != null) {
            session(line.fields("session"));
            for (JsonFields item : line.list("items")) {
                item(times.anyForm(item.get("timestamp")), item);
                number++;
            }
        } else if (line.get("type") instanceof String) {
            item(time, line);
        } else if (line.get("id") instanceof String) {
            session(line);
        } else {
            sink.leaveOut("lines of the program itself", 1);
        }
    }

    /** Begins the session; a later line of the kind belongs to the session from which this one was continued. */
    private void session(JsonFields meta) {
        if (isBegun) {
            sink.leaveOut("lines of the program itself", 1);
            return;
        }
        String project = meta.optionalText("cwd");
        begin(
                meta.text("id"),
                times.anyForm(meta.get("timestamp")),
                project == null ? Map.of() : Map.of("project", project));
    }

    private void begin(String id, @Nullable OffsetDateTime created, Map<String, Object> metadata) {
        isBegun = true;
        sink.session(new HistorySession(id, null, created, metadata));
    }

    private void item(@Nullable OffsetDateTime time, JsonFields item) {
        if (!isBegun) {
            begin(file, null, Map.of());
        }
        boolean isContext = Message.USER.equals(item.get("role"))
                && CONTEXT.matcher(ContentBlocks.plain(item.get("content")).stripLeading())
                        .lookingAt();
        if (isContext) {
            sink.leaveOut("context added by the program", 1);
        } else {
            items.read(Long.toString(number), time, item);
        }
    }
}
