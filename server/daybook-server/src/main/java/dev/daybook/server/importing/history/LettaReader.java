package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.LineIds;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.ToolCall;
import dev.daybook.server.json.LocalTimes;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An agent file of Letta ({@code .af}): an object with {@code agents}, each with its {@code messages}, and
 * {@code blocks}. Earlier files are the agent itself, with {@code core_memory}. An agent is a session. Its ids are numbers that each export
 * counts anew, so a message is known by its time and content.
 */
final class LettaReader implements HistoryReader {

    static final Set<String> LISTS = Set.of("agents", "messages", "blocks", "core_memory", "files");

    /** The tool by which an agent of the earlier kind speaks; its other texts are thoughts. */
    private static final String SPEECH = "send_message";

    private static final List<String> SETTINGS = List.of("tools", "groups", "sources", "mcp_servers", "skills");

    private final String file;
    private final HistorySink sink;
    private final LocalTimes times;

    /** The calls of {@link #SPEECH}, whose results say nothing. */
    private final Set<String> speeches = new HashSet<>();

    /** The time of the newest message, for blocks without a time. */
    private @Nullable OffsetDateTime newest;

    LettaReader(String file, HistorySink sink, LocalTimes times) {
        this.file = file;
        this.sink = sink;
        this.times = times;
    }

    /** Returns whether a document is an agent, or holds some. */
    static boolean isAgent(Map<String, @Nullable Object> document) {
        return document.containsKey("agent_type")
                || document.get("agents") instanceof List && document.get("blocks") instanceof List;
    }

    @Override
    public void read(JsonFields element) {
        if (element.has("role")) {
            message(element);
        } else if (element.has("label") && element.has("value")) {
            block(element);
        } else if (element.has("file_name")) {
            sink.leaveOut("files", 1);
        } else if (element.has("agent_type")) {
            String name = element.optionalText("name");
            sink.session(new HistorySession(
                    name == null ? file : name, null, times.anyForm(element.get("created_at")), Map.of()));
            sink.leaveOut("settings of agents", 1);
        } else {
            if (element.get("name") instanceof String name) {
                sink.name(name);
            }
            SETTINGS.forEach(field -> sink.leaveOut(field, element.list(field).size()));
        }
    }

    private void block(JsonFields block) {
        String text = block.optionalText("value");
        OffsetDateTime changed = times.anyForm(block.get("updated_at"));
        if (text == null || text.isBlank()) {
            sink.leaveOut("empty blocks", 1);
        } else {
            sink.block(block.text("label"), text, changed == null ? newest : changed);
        }
    }

    private void message(JsonFields message) {
        OffsetDateTime time = times.anyForm(message.get("created_at"));
        newest = time == null || newest != null && newest.isAfter(time) ? newest : time;
        String id = LineIds.id(
                Kind.EPISODE,
                PlainJson.write(Arrays.asList(
                        time == null ? message.get("created_at") : time.toString(),
                        message.get("role"),
                        message.get("content"),
                        message.get("tool_calls"),
                        message.get("tool_call_id"))));
        String role = message.text("role");
        switch (role) {
            case Message.USER -> user(id, time, message);
            case Message.TOOL, "function" -> result(id, time, message);
            case Message.ASSISTANT -> assistant(id, time, message);
            case "approval" -> {
                if (message.list("tool_calls").isEmpty()) {
                    sink.leaveOut("approvals of tool calls", 1);
                } else {
                    assistant(id, time, message);
                }
            }
            case Message.SYSTEM -> sink.leaveOut("system prompts", 1);
            default -> sink.leaveOut("messages in the role " + role, 1);
        }
    }

    /** A text of the user may be an object with its type, and events of the program have other types. */
    private void user(String id, @Nullable OffsetDateTime time, JsonFields message) {
        String text = ContentBlocks.plain(message.get("content"));
        JsonFields packed = packed(text);
        String name = message.optionalText("name");
        if (packed.get("type") instanceof String type && !type.equals("user_message")) {
            sink.leaveOut("events of the program", 1);
            return;
        }
        if (packed.get("message") instanceof String inner && packed.has("type")) {
            text = inner;
            name = packed.get("name") instanceof String given ? given : name;
        }
        pass(id, time, new Message(Message.USER, name, text).withParts(ContentBlocks.media(message.get("content"))));
    }

    private void assistant(String id, @Nullable OffsetDateTime time, JsonFields message) {
        ContentBlocks blocks = ContentBlocks.of(sink, id, time, message.optionalText("model"), Message.ASSISTANT);
        List<String> spoken = new ArrayList<>();
        List<ToolCall> calls = new ArrayList<>();
        for (ToolCall call : ResponseItems.calls(message)) {
            if (call.name().equals(SPEECH) && packed(call.arguments()).get("message") instanceof String words) {
                spoken.add(words);
                speeches.add(String.valueOf(call.id()));
            } else {
                calls.add(call);
            }
        }
        if (spoken.isEmpty()) {
            blocks.content(message.get("content"));
        } else {
            spoken.forEach(blocks::text);
            sink.leaveOut("thoughts of the model", 1);
        }
        calls.forEach(blocks::call);
        blocks.passOn();
        if (!blocks.isPassedOn()) {
            sink.leaveOut("messages without text", 1);
        }
    }

    private void result(String id, @Nullable OffsetDateTime time, JsonFields message) {
        List<JsonFields> returns = message.list("tool_returns");
        for (int i = 0; i < Math.max(1, returns.size()); i++) {
            JsonFields one = i < returns.size() && returns.get(i).has("func_response") ? returns.get(i) : message;
            String call = one.optionalText("tool_call_id");
            call = call == null ? message.optionalText("tool_call_id") : call;
            if (call != null && speeches.remove(call)) {
                sink.leaveOut("results of " + SPEECH, 1);
                continue;
            }
            Object content = one.get(one == message ? "content" : "func_response");
            String text = ContentBlocks.plain(content);
            JsonFields packed = packed(text);
            String answer = packed.has("status") ? ContentBlocks.plain(packed.get("message")) : text;
            pass(
                    i == 0 ? id : id + "/" + i,
                    time,
                    Message.tool(answer)
                            .withParts(ContentBlocks.media(content))
                            .withName(message.optionalText("name"))
                            .answering(call));
        }
    }

    private void pass(String id, @Nullable OffsetDateTime time, Message message) {
        if (message.text().isBlank() && message.parts().isEmpty()) {
            sink.leaveOut("messages without text", 1);
        } else {
            sink.message(new HistoryMessage(id, time, null, message));
        }
    }

    /** Returns the fields of a text that is an object; none of another text. */
    private static JsonFields packed(String text) {
        try {
            return new JsonFields(
                    text.startsWith("{") && PlainJson.readLenient(text) instanceof Map<?, ?> map
                            ? JsonFields.object("it", map)
                            : Map.of());
        } catch (IllegalArgumentException noJson) {
            return new JsonFields(Map.of());
        }
    }
}
