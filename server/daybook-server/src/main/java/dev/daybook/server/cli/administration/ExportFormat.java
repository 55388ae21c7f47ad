package dev.daybook.server.cli.administration;

import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Message;
import dev.daybook.model.ToolCall;
import dev.daybook.outcome.Turn;
import dev.daybook.server.json.ContentParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The formats of an export for other programs and for people: each session with its messages, without other entries. */
enum ExportFormat {
    OPENAI {
        @Override
        String text(String session, @Nullable String name, List<Turn> turns) {
            Map<String, @Nullable Object> line = PlainJson.object("id", session);
            if (name != null) {
                line.put("title", name);
            }
            line.put("messages", turns.stream().map(ExportFormat::message).toList());
            return PlainJson.write(line) + "\n";
        }
    },
    MARKDOWN {
        @Override
        String text(String session, @Nullable String name, List<Turn> turns) {
            return "# " + oneLine(name == null ? session : name) + "\n\n"
                    + turns.stream().map(ExportFormat::paragraph).collect(Collectors.joining());
        }
    },
    CSV {
        @Override
        String head() {
            return "session,id,time,role,name,text\r\n";
        }

        @Override
        String text(String session, @Nullable String name, List<Turn> turns) {
            return turns.stream().map(turn -> row(session, turn)).collect(Collectors.joining());
        }
    };

    /**
     * Reads the name of a format on the command line.
     *
     * @throws IllegalArgumentException if there is none; the message lists the names
     */
    static ExportFormat of(String label) {
        return EnumLabels.read("--as", values(), label);
    }

    /** Returns what stands before the first session. */
    String head() {
        return "";
    }

    /** Returns a session as text, with the line break at its end. */
    abstract String text(String session, @Nullable String name, List<Turn> turns);

    private static Map<String, @Nullable Object> message(Turn turn) {
        Message message = turn.message();
        Map<String, @Nullable Object> fields = PlainJson.object("role", message.role());
        if (message.name() != null) {
            fields.put("name", message.name());
        }
        fields.put("content", message.parts().isEmpty() ? message.text() : contents(message));
        if (!message.toolCalls().isEmpty()) {
            fields.put(
                    "tool_calls",
                    message.toolCalls().stream().map(ExportFormat::call).toList());
        }
        if (message.toolCallId() != null) {
            fields.put("tool_call_id", message.toolCallId());
        }
        fields.put("created_at", IsoTimes.format(turn.occurredAt()));
        return fields;
    }

    private static List<Map<String, @Nullable Object>> contents(Message message) {
        List<Map<String, @Nullable Object>> contents = new ArrayList<>();
        if (!message.text().isEmpty()) {
            Map<String, @Nullable Object> text = PlainJson.object("type", "text");
            text.put("text", message.text());
            contents.add(text);
        }
        message.parts().forEach(part -> contents.add(ContentParts.write(part)));
        return contents;
    }

    private static Map<String, @Nullable Object> call(ToolCall call) {
        Map<String, @Nullable Object> function = PlainJson.object("name", call.name());
        function.put("arguments", call.arguments());
        Map<String, @Nullable Object> fields = PlainJson.object("id", call.id());
        fields.put("type", "function");
        fields.put("function", function);
        return fields;
    }

    private static String paragraph(Turn turn) {
        Message message = turn.message();
        List<String> parts = new ArrayList<>();
        parts.add("**" + oneLine(message.speaker()) + "**, " + IsoTimes.format(turn.occurredAt()));
        if (!message.text().isEmpty()) {
            parts.add(quote(message.text()));
        }
        message.parts()
                .forEach(part ->
                        parts.add(quote(part.shownText() + (part.uri() == null ? "" : " `" + part.uri() + "`"))));
        message.toolCalls().forEach(call -> parts.add(quote("`" + call.name() + "` `" + call.arguments() + "`")));
        return String.join("\n\n", parts) + "\n\n";
    }

    /** Quotes what was said line by line: a text may have lines in the form of a section or of another message. */
    private static String quote(String said) {
        return said.lines().map(line -> "> " + line).collect(Collectors.joining("\n"));
    }

    private static String oneLine(String text) {
        return text.lines().collect(Collectors.joining(" "));
    }

    private static String row(String session, Turn turn) {
        Message message = turn.message();
        String name = message.name() == null ? "" : message.name();
        return Stream.of(
                                session,
                                turn.episode() + "/" + turn.index(),
                                IsoTimes.format(turn.occurredAt()),
                                message.role(),
                                name,
                                message.shownText())
                        .map(ExportFormat::quoted)
                        .collect(Collectors.joining(","))
                + "\r\n";
    }

    private static String quoted(String field) {
        boolean isPlain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
