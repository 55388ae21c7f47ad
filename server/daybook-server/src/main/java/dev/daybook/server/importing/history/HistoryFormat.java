package dev.daybook.server.importing.history;

import dev.daybook.server.json.LocalTimes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The formats of chat histories. */
public enum HistoryFormat {
    CHATGPT("chatgpt", "an export of ChatGPT"),
    CLAUDE("claude", "an export of claude.ai"),
    CLAUDE_CODE("claude-code", "a session log of Claude Code"),
    CODEX("codex", "a session log of Codex"),
    OPENAI("openai", "a list of messages"),
    TABLE("table", "a table");

    private static final Pattern CONVERSATIONS = Pattern.compile("conversations(-\\d++)?\\.json");

    private final String label;
    private final String what;

    HistoryFormat(String label, String what) {
        this.label = label;
        this.what = what;
    }

    /** Returns the format's name on the command line. */
    public String label() {
        return label;
    }

    /** Describes a file of this format. */
    public String what() {
        return what;
    }

    /** Returns whether a file of a folder or an archive belongs to the history. */
    public boolean isFile(String name) {
        String file = name.substring(name.lastIndexOf('/') + 1);
        boolean isJson = file.endsWith(".json") || file.endsWith(".jsonl");
        return switch (this) {
            case CHATGPT, CLAUDE -> CONVERSATIONS.matcher(file).matches();
            case CLAUDE_CODE -> file.endsWith(".jsonl");
            case CODEX -> isJson && file.startsWith("rollout-");
            case OPENAI -> isJson;
            case TABLE -> isJson || file.endsWith(".csv") || file.endsWith(".tsv");
        };
    }

    /** Returns whether a session may be in several files or places of a file. */
    public boolean isLog() {
        return this == CLAUDE_CODE || this == CODEX || this == TABLE;
    }

    /** Describes the names of its files in a folder or an archive. */
    public String files() {
        return switch (this) {
            case CHATGPT, CLAUDE -> "conversations.json";
            case CLAUDE_CODE -> "*.jsonl";
            case CODEX -> "rollout-*.jsonl";
            case OPENAI -> "*.json or *.jsonl";
            case TABLE -> "*.csv, *.tsv, *.json or *.jsonl";
        };
    }

    /** Finds the format of a document. */
    public static Optional<HistoryFormat> of(Map<String, @Nullable Object> document) {
        return Arrays.stream(values())
                .filter(format -> format.matches(document))
                .findFirst();
    }

    /** Returns whether a document has this format. */
    public boolean matches(Map<String, @Nullable Object> document) {
        return switch (this) {
            case CHATGPT -> document.get("mapping") instanceof Map;
            case CLAUDE -> document.containsKey("chat_messages");
            case CLAUDE_CODE -> document.containsKey("sessionId") || document.containsKey("leafUuid");
            case CODEX ->
                document.get("payload") instanceof Map
                        || document.get("items") instanceof List && document.get("session") instanceof Map
                        || document.containsKey("record_type")
                        || document.containsKey("id")
                                && document.containsKey("instructions")
                                && document.containsKey("timestamp");
            case OPENAI ->
                OpenAiReader.isSession(document)
                        || document.containsKey("role")
                        || document.get("type") instanceof String && document.containsKey("call_id");
            case TABLE -> false;
        };
    }

    /**
     * Creates a reader of one file.
     *
     * @param file its name
     */
    public HistoryReader reader(String file, HistorySink sink, LocalTimes times, HistoryOptions options) {
        return switch (this) {
            case CHATGPT -> new ChatGptReader(sink, times, options.allBranches());
            case CLAUDE -> new ClaudeReader(sink, times, options.allBranches());
            case CLAUDE_CODE -> new ClaudeCodeReader(sink, times);
            case CODEX -> new CodexReader(file, sink, times);
            case OPENAI -> new OpenAiReader(file, sink, times);
            case TABLE -> new TableReader(file, sink, times, Objects.requireNonNull(options.columns(), "columns"));
        };
    }
}
