package dev.daybook.server.importing;

import dev.daybook.model.Space;
import dev.daybook.server.importing.chat.DatabaseSource;
import dev.daybook.server.importing.chat.HistorySource;
import dev.daybook.server.importing.history.HistoryFormat;
import dev.daybook.server.importing.memory.ChromaClient;
import dev.daybook.server.importing.memory.ChromaSource;
import dev.daybook.server.importing.memory.HaemaSource;
import dev.daybook.server.importing.memory.JeevesSqliteSource;
import dev.daybook.server.importing.memory.LyraSource;
import dev.daybook.server.importing.memory.McpMemorySource;
import dev.daybook.server.importing.memory.Mem0Source;
import dev.daybook.server.importing.memory.RestaiSource;
import dev.daybook.server.importing.source.ImportRequest;
import dev.daybook.server.importing.source.ImportSource;
import dev.daybook.server.importing.source.SqliteSnapshot;
import dev.daybook.server.importing.source.UnreadableSourceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The memories of other programs that can be imported. */
public enum ImportFormat {
    CHATGPT(HistoryFormat.CHATGPT),
    CLAUDE(HistoryFormat.CLAUDE),
    CLAUDE_CODE(HistoryFormat.CLAUDE_CODE),
    CODEX(HistoryFormat.CODEX),
    LETTA(HistoryFormat.LETTA),
    ZEP(HistoryFormat.ZEP),
    OPENAI(HistoryFormat.OPENAI),
    WHATSAPP(HistoryFormat.WHATSAPP),
    MBOX(HistoryFormat.MBOX),
    SPRING_AI(HistoryFormat.SPRING_AI),
    TABLE(HistoryFormat.TABLE),
    MEM0("mem0", false),
    CHROMA("chroma", true),
    JEEVESAGENT_SQLITE("jeevesagent-sqlite", false),
    LYRA("lyra", false),
    HAEMA("haema", true),
    RESTAI("restai", false),
    MCP_MEMORY("mcp-memory", false);

    private final String label;
    private final boolean folder;
    private final @Nullable HistoryFormat history;

    ImportFormat(String label, boolean folder) {
        this.label = label;
        this.folder = folder;
        this.history = null;
    }

    ImportFormat(HistoryFormat history) {
        this.label = history.label();
        this.folder = false;
        this.history = history;
    }

    /** Returns the format's name on the command line. */
    public String label() {
        return label;
    }

    /** Lists all formats, for a message. */
    public static String labels() {
        return Arrays.stream(values()).map(ImportFormat::label).collect(Collectors.joining(", "));
    }

    /** Returns whether a label is a format. */
    public static boolean isFormat(String label) {
        return Arrays.stream(values()).anyMatch(format -> format.label.equals(label));
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if there is no such format; the message lists the formats
     */
    public static ImportFormat of(String label) {
        return Arrays.stream(values())
                .filter(format -> format.label.equals(label))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("the format is '" + label + "'; use one of " + labels()));
    }

    /** Returns whether the source is a chat history, which may be a file, a folder or a zip archive. */
    public boolean isHistory() {
        return history != null;
    }

    /** Returns whether the source is a table of a file or a database. */
    public boolean isTable() {
        return history != null && history.isTable();
    }

    /** Returns whether the source is a chat history that may be the user's own. */
    public boolean isOfUser() {
        return history != null && !history.isOfPeople();
    }

    /** Returns whether the source may be a server, named by its address. */
    public boolean isAtAddress(String from) {
        return this == CHROMA && ChromaClient.isAddress(from)
                || this == MEM0 && Mem0Source.isAddress(from)
                || isTable() && DatabaseSource.isAddress(from);
    }

    /** Returns the space into which a request imports. */
    public Space space(ImportRequest request) {
        return this == HAEMA ? HaemaSource.space(request) : request.spaceOrDefault();
    }

    /**
     * Opens an existing memory.
     *
     * @throws IllegalArgumentException if it has another format, or the request does not fit the format
     * @throws UnreadableSourceException if it is damaged or does not answer
     */
    public ImportSource open(ImportRequest request) {
        if (history != null) {
            return history.isTable()
                            && (isAtAddress(request.from()) || SqliteSnapshot.isSqlite(Path.of(request.from())))
                    ? DatabaseSource.open(request, history)
                    : HistorySource.open(request, history);
        }
        if (!isAtAddress(request.from()) && folder != Files.isDirectory(Path.of(request.from()))) {
            throw new IllegalArgumentException(request.from() + " is a " + (folder ? "file" : "folder") + "; --from "
                    + label + " reads a " + (folder ? "folder" : "file") + "; name a " + (folder ? "folder" : "file"));
        }
        return switch (this) {
            case MEM0 -> Mem0Source.open(request);
            case CHROMA -> ChromaSource.open(request);
            case JEEVESAGENT_SQLITE -> JeevesSqliteSource.open(request);
            case LYRA -> LyraSource.open(request);
            case HAEMA -> HaemaSource.open(request);
            case RESTAI -> RestaiSource.open(request);
            case MCP_MEMORY -> McpMemorySource.open(request);
            case CHATGPT, CLAUDE, CLAUDE_CODE, CODEX, LETTA, ZEP, OPENAI, WHATSAPP, MBOX, SPRING_AI, TABLE ->
                throw new IllegalStateException(label);
        };
    }
}
