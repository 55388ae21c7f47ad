package dev.daybook.server.importing.history;

import dev.daybook.server.json.LocalTimes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The formats of chat histories. */
public enum HistoryFormat {
    CHATGPT("chatgpt", "an export of ChatGPT"),
    CLAUDE("claude", "an export of claude.ai"),
    CLAUDE_CODE("claude-code", "a session log of Claude Code"),
    CODEX("codex", "a session log of Codex"),
    LETTA("letta", "an agent file of Letta"),
    ZEP("zep", "a list of episodes or messages of Zep or Graphiti"),
    OPENAI("openai", "a list of messages"),
    WHATSAPP("whatsapp", "a chat of WhatsApp as text"),
    MBOX("mbox", "a mailbox in mbox format"),
    SPRING_AI("spring-ai", "a table of Spring AI's JDBC chat memory"),
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
            case LETTA -> file.endsWith(".af");
            case ZEP, OPENAI -> isJson;
            case WHATSAPP -> file.endsWith(".txt");
            case MBOX -> file.endsWith(".mbox");
            case TABLE, SPRING_AI -> isJson || file.endsWith(".csv") || file.endsWith(".tsv");
        };
    }

    /** Returns whether a session may be in several files or places of a file. */
    public boolean isLog() {
        return this == CLAUDE_CODE || this == CODEX || this == ZEP || isTable() || isOfPeople();
    }

    /** Returns whether people talk to each other: each message is an episode, and none is of the user of the scope. */
    public boolean isOfPeople() {
        return this == WHATSAPP || this == MBOX;
    }

    /** Returns whether it is a table of a file or a database. */
    public boolean isTable() {
        return this == TABLE || this == SPRING_AI;
    }

    /** Returns the name of its table in a database, or null if the user names it. */
    public @Nullable String table() {
        return this == SPRING_AI ? "SPRING_AI_CHAT_MEMORY" : null;
    }

    /** Returns the columns of its table. */
    public ColumnMap columns(HistoryOptions options) {
        return this == SPRING_AI ? ColumnMap.OF_SPRING_AI : Objects.requireNonNull(options.columns(), "columns");
    }

    /** Describes the names of its files in a folder or an archive. */
    public String files() {
        return switch (this) {
            case CHATGPT, CLAUDE -> "conversations.json";
            case CLAUDE_CODE -> "*.jsonl";
            case CODEX -> "rollout-*.jsonl";
            case LETTA -> "*.af";
            case ZEP, OPENAI -> "*.json or *.jsonl";
            case WHATSAPP -> "*.txt";
            case MBOX -> "*.mbox";
            case TABLE, SPRING_AI -> "*.csv, *.tsv, *.json or *.jsonl";
        };
    }

    /** Returns the fields whose arrays hold its messages, for a format whose file is one object. */
    public Set<String> lists() {
        return this == LETTA ? LettaReader.LISTS : this == ZEP ? ZepReader.LISTS : Set.of();
    }

    /** Finds the format of a JSON document. */
    public static Optional<HistoryFormat> of(Map<String, @Nullable Object> document) {
        return Arrays.stream(values())
                .filter(format -> !format.isOfPeople())
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
            case LETTA -> LettaReader.isAgent(document);
            case ZEP -> ZepReader.isOfZep(document);
            case OPENAI ->
                OpenAiReader.isSession(document)
                        || document.containsKey("role")
                        || document.get("type") instanceof String && document.containsKey("call_id");
            case WHATSAPP, MBOX -> document.containsKey("text");
            case SPRING_AI -> document.containsKey("conversation_id") && document.containsKey("sequence_id");
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
            case LETTA -> new LettaReader(file, sink, times);
            case ZEP -> new ZepReader(file, sink, times);
            case OPENAI -> new OpenAiReader(file, sink, times);
            case WHATSAPP, MBOX -> new TableReader(file, sink, times, ColumnMap.OF_ROWS);
            case TABLE, SPRING_AI -> new TableReader(file, sink, times, columns(options));
        };
    }
}
