package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.MemorySpace;
import dev.daybook.data.Space;
import dev.daybook.server.importing.Format;
import dev.daybook.server.importing.ImportReport;
import dev.daybook.server.importing.Importer;
import dev.daybook.server.importing.Request;
import dev.daybook.server.importing.Source;
import dev.daybook.server.json.Interchange;
import dev.daybook.server.json.JsonLines;
import dev.daybook.server.json.LocalTimes;
import dev.daybook.server.problem.NotFound;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
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
        header = "Reads a file of JSON lines, or the memory of another program; again and again if need be.",
        description = {
            "Reads interchange JSONL: an entry of any kind, a session or the settings of the space a line, such as",
            "{\"kind\":\"episode\",\"id\":…,\"user\":…,\"session\":…,",
            " \"occurredAt\":\"2026-05-08T13:56:00Z\",",
            " \"messages\":[{\"role\":\"user\",\"name\":…,\"text\":…}],\"metadata\":{…}}",
            "A line without 'user' (and without \"shared\":true) goes to the scope of the command line; \"user\":null is"
                    + " the anonymous bucket. 'input' and 'output' may stand for 'messages'.",
            "A line without 'id' gets one made from its content: ep_ and 26 Crockford base32 characters of the SHA-256"
                    + " of the line with sorted keys.",
            "So importing a file again changes nothing, and one that was broken off is simply imported again. A bad"
                    + " line is named, the others go on, and the exit code is 1.",
            "",
            "With --from the memory of another program is read, which is not changed by it:",
            "  chroma              the folder or address of a Chroma of jeevesagent",
            "  jeevesagent-sqlite  the file of its SqliteMemory",
            "  lyra                the file of Lyra",
            "  haema               the path of a HAEMA memory; without --space the space",
            "                      gets the name of the folder",
            "  restai              project_memory_bank_entries as a JSON array, for the",
            "                      bank of the space",
            "  mcp-memory          the file of the reference MCP memory server; its",
            "                      graph becomes facts",
            "chroma and jeevesagent-sqlite hold many users: each goes to the scope of the same name, and with --user or"
                    + " --anonymous that one alone is taken. The others hold none: what they hold goes to the scope of"
                    + " the command line.",
            "Ids and times are kept, texts are embedded anew. A row that is not understood is named, the others go on."
        },
        sortOptions = false)
final class ImportCommand implements Callable<Integer> {

    private static final String LINES = "jsonl";

    /** Whoever asks right after an import should find all of it. If nothing comes for so long, nothing will. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @ParentCommand
    private DaybookCommand daybook;

    @Parameters(paramLabel = "FILE", description = "The file, folder or address; - reads JSON lines from stdin.")
    private String file;

    @Option(
            names = "--from",
            paramLabel = "FORMAT",
            defaultValue = LINES,
            description = "The format: jsonl (the default) or one of those above.")
    private String from;

    @Option(
            names = "--collection",
            paramLabel = "NAME",
            description = "The collection of episodes of a Chroma, default jeeves_episodes.")
    private @Nullable String collection;

    @Option(
            names = "--facts-collection",
            paramLabel = "NAME",
            description = "The collection of facts of a Chroma, default jeeves_facts if it is there.")
    private @Nullable String factsCollection;

    @Option(names = "--project", paramLabel = "ID", description = "The project of restai, if there are several.")
    private @Nullable String project;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description =
                    "Read times without an offset as those of this zone, such as Europe/Lisbon. Default with --from:"
                            + " UTC; else such a line is refused.")
    private @Nullable ZoneId zone;

    @Option(
            names = "--no-wait",
            description =
                    "Do not wait for vectors: a search finds by words at once, and by meaning when a later search or a"
                            + " server has made them.")
    private boolean noWait;

    /** Of the import that runs. */
    private @Nullable LocalTimes times;

    @Override
    public Integer call() throws IOException {
        times = zone == null && from.equals(LINES) ? null : new LocalTimes(zone == null ? ZoneOffset.UTC : zone);
        if (from.equals(LINES)) {
            requireOnlyFor(null);
            return readLines();
        }
        if (!Format.isFormat(from)) {
            throw daybook.wrongUsage("--from is '" + from + "'; use " + LINES + ", " + Format.labels());
        }
        Format format = Format.of(from);
        requireOnlyFor(format);
        if (daybook.namedSession() != null) {
            throw daybook.wrongUsage("--session is given, and --from " + from + " knows its own; leave it out");
        }
        return readMemory(format);
    }

    private int readLines() throws IOException {
        Interchange interchange = new Interchange(daybook.scope(), daybook.namedSession(), times);
        Progress progress = new Progress(daybook.terminal, daybook.json());
        ImportProgress pace = new ImportProgress(progress);
        try (InputStream in = InputKind.requireText(file, input(pace));
                Daybook open = opened()) {
            return imported(
                    daybook.memorySpace(open),
                    "line",
                    progress,
                    pace,
                    importer -> importer.read(new JsonLines(in), interchange));
        }
    }

    private int readMemory(Format format) {
        String place = format.isAtAddress(file) ? file : requireThere().toString();
        Request request = new Request(
                place,
                daybook.namedSpace(),
                daybook.namedScope(),
                collection,
                factsCollection,
                project,
                Objects.requireNonNull(times));
        Space space = format.space(request);
        // The memory first: if it is not what was meant, no data folder is made for it.
        try (Source source = format.open(request);
                Daybook open = opened()) {
            MemorySpace memorySpace = open.space(space.id());
            Progress progress = new Progress(daybook.terminal, daybook.json());
            int exit = imported(
                    memorySpace, "row", progress, new ImportProgress(progress), importer -> importer.read(source));
            if (format == Format.RESTAI && !memorySpace.settings().bank().enabled()) {
                daybook.terminal.note("The bank of this space is off; 'daybook bank on' puts it into contexts.");
            }
            if (!space.equals(daybook.space())) {
                daybook.terminal.note("It is in the space '" + space.id() + "'; name it by --space.");
            }
            return exit;
        }
    }

    private Daybook opened() {
        return noWait ? daybook.open() : daybook.openToImport();
    }

    private int imported(
            MemorySpace memorySpace, String unit, Progress progress, ImportProgress pace, Consumer<Importer> reading) {
        ImportReport report = new ImportReport(unit, (place, problem) -> {
            if (!daybook.json()) {
                progress.clear();
                daybook.terminal.note(place.text() + ": " + problem);
            }
        });
        Importer importer = new Importer(memorySpace, report, pace);
        reading.accept(importer);
        if (times != null) {
            report.assumed(times.assumptions());
        }
        long withoutVector = noWait ? 0 : importer.awaitVectors(PATIENCE);
        progress.clear();
        if (withoutVector > 0) {
            daybook.note(
                    withoutVector + " of what was imported cannot be found by meaning yet; 'daybook doctor' looks at"
                            + " the embedder");
        }
        if (daybook.json()) {
            daybook.print(report.document());
        } else {
            daybook.terminal.note("Imported: " + report.summary() + ".");
        }
        return report.isClean() ? Exit.DONE : Exit.FAILED;
    }

    private void requireOnlyFor(@Nullable Format format) {
        requireOnlyFor("--collection", collection, format == Format.CHROMA, Format.CHROMA);
        requireOnlyFor("--facts-collection", factsCollection, format == Format.CHROMA, Format.CHROMA);
        requireOnlyFor("--project", project, format == Format.RESTAI, Format.RESTAI);
    }

    private void requireOnlyFor(String option, @Nullable String value, boolean fits, Format format) {
        if (value != null && !fits) {
            throw daybook.wrongUsage(option + " is given with --from " + from + "; it is for --from " + format.label());
        }
    }

    private InputStream input(ImportProgress pace) throws IOException {
        if (file.equals("-")) {
            return daybook.terminal.in();
        }
        Path path = requireThere();
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException(
                    "FILE '" + file + "' is a folder; name a file in it, or what it is by --from");
        }
        InputStream in = Files.newInputStream(path);
        return Files.isRegularFile(path) ? pace.counted(in, Files.size(path)) : in;
    }

    private Path requireThere() {
        // It may run in a server, which has a working folder of its own.
        Path path = daybook.terminal.path(Path.of(file));
        if (!Files.exists(path)) {
            throw new NotFound("FILE '" + file + "' is not there; name a file, or - for stdin");
        }
        return path;
    }
}
