package dev.daybook.server.cli.administration;

import dev.daybook.Daybook;
import dev.daybook.MemorySpace;
import dev.daybook.internal.interchange.InterchangeReader;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Space;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.cli.terminal.ProgressLine;
import dev.daybook.server.importing.ImportFormat;
import dev.daybook.server.importing.ImportReport;
import dev.daybook.server.importing.SpaceImporter;
import dev.daybook.server.importing.history.ColumnMap;
import dev.daybook.server.importing.history.HistoryOptions;
import dev.daybook.server.importing.source.ImportRequest;
import dev.daybook.server.importing.source.ImportSource;
import dev.daybook.server.json.JsonLines;
import dev.daybook.server.json.LocalTimes;
import dev.daybook.server.problem.NotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "import",
        header = "Imports JSON lines, a chat history or the memory of another program; repeating an import is safe.",
        description = {
            "Reads interchange JSONL: each line is an entry of any kind, a session or the settings of the space, such as",
            "{\"kind\":\"episode\",\"id\":…,\"user\":…,\"session\":…,",
            " \"occurredAt\":\"2026-05-08T13:56:00Z\",",
            " \"messages\":[{\"role\":\"user\",\"name\":…,\"text\":…}],\"metadata\":{…}}",
            "A line without 'user' (and without \"shared\":true) goes to the scope of the command line; \"user\":null is"
                    + " the anonymous scope. 'input' and 'output' are an alternative to 'messages'.",
            "A line without 'id' gets an id made from its content: ep_ and 26 Crockford base32 characters of the SHA-256"
                    + " of the line with sorted keys.",
            "Importing a file twice changes nothing, so an interrupted import is simply repeated. An invalid line is"
                    + " reported, the others are imported, and the exit code is 1.",
            "",
            "--from imports a chat history (a file, a folder or a zip archive) into the scope of the command line:",
            "  chatgpt             export of ChatGPT: conversations.json, or its zip",
            "  claude              export of claude.ai: conversations.json, or its zip",
            "  claude-code         session logs, such as ~/.claude/projects",
            "  codex               session logs, such as ~/.codex/sessions",
            "  letta               agent file (.af) of Letta; its blocks become blocks",
            "  zep                 messages or episodes of Zep or Graphiti as JSON",
            "  table               any table of a file or a database, by --map",
            "  spring-ai           JDBC chat memory of Spring AI 2: an SQLite file or a jdbc: address",
            "  openai              lists of messages of OpenAI's APIs, JSON or JSONL",
            "  whatsapp            exported chat as text, or its zip; a day is a session",
            "  mbox                mailbox; a thread is a session",
            "A turn of the user and the answers up to the next one become an episode. What is left out is counted in the"
                    + " report. The texts have the trust 'import'; --mine gives the user's own messages the trust"
                    + " 'user'.",
            "",
            "--from imports the memory of another program, which it only reads:",
            "  mem0                answer of get_all as JSON, address of its server,",
            "                      or its history.db; memories become notes",
            "  chroma              folder or address of the Chroma of jeevesagent",
            "  jeevesagent-sqlite  file of its SqliteMemory",
            "  lyra                file of Lyra",
            "  haema               path of a HAEMA memory; without --space the space",
            "                      gets the name of the folder",
            "  restai              project_memory_bank_entries as a JSON array, for the",
            "                      bank of the space",
            "  mcp-memory          file of the reference MCP memory server; its",
            "                      graph becomes facts",
            "mem0, chroma and jeevesagent-sqlite hold many users: each goes to the scope of the same name; --user or"
                    + " --anonymous imports one of them. The other formats have no users: their entries go to the scope of"
                    + " the command line.",
            "Ids and times are kept, texts are embedded again. An invalid row is reported, the others are imported."
        },
        sortOptions = false)
final class ImportCommand implements Callable<Integer> {

    private static final String LINES = "jsonl";

    /** Longest pause between two vectors; a search right after an import should find every entry. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** The beginning of an output tells what a tool answered; the logs of agents contain whole files. */
    private static final int TOOL_OUTPUT = 2_000;

    @ParentCommand
    private DaybookCommand root;

    @Parameters(paramLabel = "FILE", description = "File, folder or address; - reads JSON lines from stdin.")
    private String file;

    @Option(
            names = "--from",
            paramLabel = "FORMAT",
            defaultValue = LINES,
            description = "Format: jsonl (the default) or one of the formats above.")
    private String from;

    @Option(
            names = "--collection",
            paramLabel = "NAME",
            description = "Episode collection of a Chroma, default jeeves_episodes.")
    private @Nullable String collection;

    @Option(
            names = "--facts-collection",
            paramLabel = "NAME",
            description = "Fact collection of a Chroma, default jeeves_facts if it exists.")
    private @Nullable String factsCollection;

    @Option(names = "--project", paramLabel = "ID", description = "Project of restai, if the file holds several.")
    private @Nullable String project;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "Time zone of times without an offset, such as Europe/Lisbon. Default with --from:"
                    + " UTC; otherwise such a line is refused.")
    private @Nullable ZoneId zone;

    @Option(
            names = "--map",
            paramLabel = "PART=COLUMN",
            split = ",",
            description =
                    "Import a table (CSV with a header, JSONL or a JSON array of objects) with a message in each row."
                            + " Parts: text, session, title, role, name, time, id, metadata, media, caption; metadata=A+B takes two"
                            + " columns, media is the address or the file of an image, a recording or a file.")
    private List<String> columns = List.of();

    @Option(
            names = "--table",
            paramLabel = "NAME",
            description = "Table of a database: FILE is an SQLite file or an address such as"
                    + " jdbc:postgresql://HOST/DATABASE?user=NAME. Default for spring-ai: SPRING_AI_CHAT_MEMORY.")
    private @Nullable String table;

    @Option(
            names = "--time-format",
            paramLabel = "PATTERN",
            description =
                    "Format of the times of a table, such as 'dd/MM/yyyy HH:mm'. Default: ISO 8601, RFC 1123, or a"
                            + " number of seconds or milliseconds since 1970.")
    private @Nullable String timeFormat;

    @Option(
            names = "--mine",
            description = "The chat history is the user's own: messages in the role of the user have the trust 'user'.")
    private boolean mine;

    @Option(
            names = "--all-branches",
            description = "Import also edited prompts and repeated answers outside the current branch.")
    private boolean allBranches;

    @Option(
            names = "--tool-output",
            paramLabel = "CHARACTERS",
            description = "Longest output of a tool in a chat history; the rest is left out. Default 2000.")
    private @Nullable Integer toolOutput;

    @Option(names = "--dry-run", description = "Read everything, report what would be imported, write nothing.")
    private boolean dryRun;

    @Option(
            names = "--no-wait",
            description =
                    "Do not wait for vectors: keyword search finds the entries at once, semantic search after a later"
                            + " search or a server has made the vectors.")
    private boolean noWait;

    /** The running import. */
    private @Nullable LocalTimes times;

    @Override
    public Integer call() throws IOException {
        if (!columns.isEmpty() && from.equals(LINES)) {
            from = ImportFormat.TABLE.label();
        }
        times = zone == null && from.equals(LINES) ? null : new LocalTimes(zone == null ? ZoneOffset.UTC : zone);
        if (from.equals(LINES)) {
            requireOnlyFor(null);
            return readLines();
        }
        if (!ImportFormat.isFormat(from)) {
            throw root.options().wrongUsage("--from is '" + from + "'; use " + LINES + ", " + ImportFormat.labels());
        }
        ImportFormat format = ImportFormat.of(from);
        requireOnlyFor(format);
        if (root.options().namedSession() != null) {
            throw root.options()
                    .wrongUsage("--session is given, but the sessions come from --from " + from + "; leave it out");
        }
        return readMemory(format);
    }

    private int readLines() throws IOException {
        InterchangeReader interchange = new InterchangeReader(
                root.options().scope(), root.options().namedSession(), times == null ? null : times::parse);
        ProgressLine progress = new ProgressLine(root.terminal(), root.output().isJson());
        ImportProgress pace = new ImportProgress(progress);
        try (InputStream in = InputKind.requireText(file, input(pace));
                Daybook daybook = opened()) {
            return imported(
                    root.options().memorySpace(daybook),
                    "line",
                    progress,
                    pace,
                    importer -> importer.read(new JsonLines(in), interchange));
        }
    }

    private int readMemory(ImportFormat format) {
        String place = format.isAtAddress(file) ? file : requireThere().toString();
        ImportRequest request = new ImportRequest(
                place,
                root.options().namedSpace(),
                root.options().namedScope(),
                collection,
                factsCollection,
                project,
                table,
                new HistoryOptions(
                        mine,
                        allBranches,
                        toolOutput == null ? TOOL_OUTPUT : toolOutput,
                        columns.isEmpty() ? null : ColumnMap.of(columns, timeFormat)),
                Objects.requireNonNull(times));
        Space space = format.space(request);
        // Opened first: a wrong source must not create a data folder.
        try (ImportSource source = format.open(request);
                Daybook daybook = opened()) {
            MemorySpace memorySpace = daybook.space(space.id());
            ProgressLine progress =
                    new ProgressLine(root.terminal(), root.output().isJson());
            int exit = imported(
                    memorySpace, "row", progress, new ImportProgress(progress), importer -> importer.read(source));
            if (format == ImportFormat.RESTAI
                    && !dryRun
                    && !memorySpace.settings().bank().enabled()) {
                root.output().note("The bank of this space is off; 'daybook bank on' adds it to contexts.");
            }
            if (!dryRun && !space.equals(root.options().space())) {
                root.output().note("Imported into the space '" + space.id() + "'; select it with --space.");
            }
            return exit;
        }
    }

    private Daybook opened() {
        if (dryRun) {
            // A dry run creates no memory.
            return root.opener().hasMemory()
                    ? root.opener().open()
                    : Daybook.builder(new InMemoryStore()).noEmbedder().open();
        }
        return noWait ? root.opener().open() : root.opener().openToImport();
    }

    private int imported(
            MemorySpace memorySpace,
            String unit,
            ProgressLine progress,
            ImportProgress pace,
            Consumer<SpaceImporter> reading) {
        ImportReport report = new ImportReport(unit, (sourceLocation, problem) -> {
            if (!root.output().isJson()) {
                progress.clear();
                root.output().note(sourceLocation.text() + ": " + problem);
            }
        });
        SpaceImporter importer =
                dryRun ? SpaceImporter.dry(memorySpace, report, pace) : new SpaceImporter(memorySpace, report, pace);
        reading.accept(importer);
        if (times != null) {
            report.assumed(times.assumptions());
        }
        long withoutVector = noWait ? 0 : importer.awaitVectors(PATIENCE);
        progress.clear();
        if (withoutVector > 0) {
            root.output()
                    .warn(withoutVector
                            + " imported entries have no vector, so semantic search does not find them yet; 'daybook doctor' checks"
                            + " the embedder");
        }
        if (root.output().isJson()) {
            root.output().print(report.document());
        } else {
            report.preview().forEach(root.terminal().out()::println);
            root.output().note((dryRun ? "Would import: " : "Imported: ") + report.summary() + ".");
        }
        return report.isClean() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void requireOnlyFor(@Nullable ImportFormat format) {
        requireOnlyFor("--collection", collection != null, format == ImportFormat.CHROMA, ImportFormat.CHROMA);
        requireOnlyFor(
                "--facts-collection", factsCollection != null, format == ImportFormat.CHROMA, ImportFormat.CHROMA);
        requireOnlyFor("--project", project != null, format == ImportFormat.RESTAI, ImportFormat.RESTAI);
        boolean isHistory = format != null && format.isHistory();
        requireOnlyFor("--mine", mine, format != null && format.isOfUser(), ImportFormat.CHATGPT);
        requireOnlyFor("--all-branches", allBranches, isHistory, ImportFormat.CHATGPT);
        requireOnlyFor("--tool-output", toolOutput != null, isHistory, ImportFormat.CHATGPT);
        requireOnlyFor("--table", table != null, format != null && format.isTable(), ImportFormat.TABLE);
        if (columns.isEmpty() == (format == ImportFormat.TABLE)) {
            throw root.options()
                    .wrongUsage(
                            columns.isEmpty()
                                    ? "--from table needs --map; name the columns, such as --map text=body,role=sender"
                                    : "--map is given with --from " + from + "; leave one of them out");
        }
        if (timeFormat != null && columns.isEmpty()) {
            throw root.options()
                    .wrongUsage("--time-format is given without --map; it is the format of a table's times");
        }
        if (toolOutput != null && toolOutput < 0) {
            throw root.options().wrongUsage("--tool-output is " + toolOutput + "; use a number from 0");
        }
    }

    private void requireOnlyFor(String option, boolean isGiven, boolean fits, ImportFormat format) {
        if (isGiven && !fits) {
            String owner = format.isTable()
                    ? "a table: --map or --from "
                    : format.isHistory() ? "a chat history, such as --from " : "--from ";
            throw root.options()
                    .wrongUsage(option + " is given with --from " + from + "; it is an option of " + owner
                            + format.label());
        }
    }

    private InputStream input(ImportProgress pace) throws IOException {
        if (file.equals("-")) {
            return root.terminal().in();
        }
        Path path = requireThere();
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException(
                    "FILE '" + file + "' is a folder; name a file in it, or its format with --from");
        }
        InputStream in = Files.newInputStream(path);
        return Files.isRegularFile(path) ? pace.counted(in, Files.size(path)) : in;
    }

    private Path requireThere() {
        // A forwarded command runs in the server, whose working directory is another.
        Path path = root.terminal().path("FILE", Path.of(file));
        if (!Files.exists(path)) {
            throw new NotFoundException("FILE '" + file + "' does not exist; name a file, or - for stdin");
        }
        return path;
    }
}
