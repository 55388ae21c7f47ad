package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.model.Message;
import dev.daybook.server.json.LocalTimes;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A session log of Claude Code ({@code ~/.claude/projects/…/SESSION.jsonl}): messages of the user and the assistant with
 * content blocks, in the order of the file. Lines of sub-agents, of the program itself and of its commands are left
 * out.
 */
record ClaudeCodeReader(HistorySink sink, LocalTimes times) implements HistoryReader {

    /** Texts in the role of the user that the program writes. */
    private static final Pattern COMMAND =
            Pattern.compile("<(command-name|command-message|local-command-\\w+|bash-\\w+|system-reminder)>");

    @Override
    public void read(JsonFields line) {
        String type = String.valueOf(line.get("type"));
        switch (type) {
            case Message.USER, Message.ASSISTANT -> message(line, type);
            case "summary", "custom-title", "ai-title" -> title(line);
            default -> sink.leaveOut("lines of the program itself", 1);
        }
    }

    private void title(JsonFields line) {
        for (String field : List.of("summary", "customTitle", "aiTitle", "title")) {
            if (line.get(field) instanceof String name && !name.isBlank()) {
                sink.name(name);
                return;
            }
        }
    }

    private void message(JsonFields line, String role) {
        String why = reasonToLeaveOut(line);
        if (why != null) {
            sink.leaveOut(why, 1);
            return;
        }
        JsonFields message = line.fields("message");
        String project = line.optionalText("cwd");
        sink.session(new HistorySession(
                line.text("sessionId"), null, null, project == null ? Map.of() : Map.of("project", project)));
        ContentBlocks blocks = ContentBlocks.of(
                sink, line.text("uuid"), times.anyForm(line.get("timestamp")), message.optionalText("model"), role);
        blocks.content(message.get("content")).passOn();
    }

    private static @Nullable String reasonToLeaveOut(JsonFields line) {
        if (line.truth("isSidechain")) {
            return "messages of sub-agents";
        }
        if (line.truth("isMeta") || line.truth("isCompactSummary") || line.truth("isApiErrorMessage")) {
            return "lines of the program itself";
        }
        Object content = line.fields("message").get("content");
        return content instanceof String text
                        && COMMAND.matcher(text.stripLeading()).lookingAt()
                ? "commands of the program"
                : null;
    }
}
