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
    CHATGPT("chatgpt", "an export of ChatGPT") {
        @Override
        public boolean matches(Map<String, @Nullable Object> document) {
            return document.get("mapping") instanceof Map;
        }

        @Override
        public HistoryReader reader(String file, HistorySink sink, LocalTimes times, HistoryOptions options) {
            return new ChatGptReader(sink, times, options.allBranches());
        }
    },
    CLAUDE("claude", "an export of claude.ai") {
        @Override
        public boolean matches(Map<String, @Nullable Object> document) {
            return document.containsKey("chat_messages");
        }

        @Override
        public HistoryReader reader(String file, HistorySink sink, LocalTimes times, HistoryOptions options) {
            return new ClaudeReader(sink, times, options.allBranches());
        }
    },
    CLAUDE_CODE("claude-code", "a session log of Claude Code") {
        @Override
        public boolean matches(Map<String, @Nullable Object> document) {
            return document.containsKey("sessionId") || document.containsKey("leafUuid");
        }

        @Override
        public HistoryReader reader(String file, HistorySink sink, LocalTimes times, HistoryOptions options) {
            return new ClaudeCodeReader(sink, times);
        }
    },
    CODEX("codex", "a session log of Codex") {
        @Override
        public boolean matches(Map<String, @Nullable Object> document) {
            return document.get("payload") instanceof Map
                    || document.get("items") instanceof List && document.get("session") instanceof Map
                    || document.containsKey("record_type")
                    || document.containsKey("id")
                            && document.containsKey("instructions")
                            && document.containsKey("timestamp");
        }

        @Override
        public HistoryReader reader(String file, HistorySink sink, LocalTimes times, HistoryOptions options) {
            return new CodexReader(file, sink, times);
        }
    },
    OPENAI("openai", "a list of messages") {
        @Override
        public boolean matches(Map<String, @Nullable Object> document) {
            return OpenAiReader.isSession(document)
                    || document.containsKey("role")
                    || document.get("type") instanceof String && document.containsKey("call_id");
        }

        @Override
        public HistoryReader reader(String file, HistorySink sink, LocalTimes times, HistoryOptions options) {
            return new OpenAiReader(file, sink, times);
        }
    },
    TABLE("table", "a table") {
        @Override
        public boolean matches(Map<String, @Nullable Object> document) {
            return false;
        }

        @Override
        public HistoryReader reader(String file, HistorySink sink, LocalTimes times, HistoryOptions options) {
            return new TableReader(file, sink, times, Objects.requireNonNull(options.columns(), "columns"));
        }
    };

    /** A large export has several files of conversations, with numbers. */
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
    public abstract boolean matches(Map<String, @Nullable Object> document);

    /**
     * Creates a reader of one file.
     *
     * @param file its name
     */
    public abstract HistoryReader reader(String file, HistorySink sink, LocalTimes times, HistoryOptions options);
}
