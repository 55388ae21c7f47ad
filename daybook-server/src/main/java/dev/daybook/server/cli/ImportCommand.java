package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.server.json.Interchange;
import dev.daybook.server.problem.NotFound;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "import",
        header = "Reads a file of JSON lines; again and again if need be.",
        description = {
            "Reads interchange JSONL: an entry of any kind, a session or the settings of the space a line, such as",
            "{\"kind\":\"episode\",\"id\":…,\"user\":…,\"session\":…,\"occurredAt\":\"2026-05-08T13:56:00Z\",",
            " \"messages\":[{\"role\":\"user\",\"name\":…,\"text\":…}],\"metadata\":{…}}",
            "A line without 'user' (and without \"shared\":true) goes to the scope of the command line; \"user\":null is"
                    + " the anonymous bucket. 'input' and 'output' may stand for 'messages'.",
            "A line without 'id' gets one made from its content: ep_ and 26 Crockford base32 characters of the SHA-256"
                    + " of the line with sorted keys.",
            "So importing a file again changes nothing, and one that was broken off is simply imported again. A bad"
                    + " line is named, the others go on, and the exit code is 1."
        },
        sortOptions = false)
final class ImportCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Parameters(paramLabel = "FILE", description = "The file; - reads stdin.")
    private String file;

    @Option(names = "--from", paramLabel = "FORMAT", defaultValue = "jsonl", description = "The format: jsonl.")
    private String from;

    @Override
    public Integer call() throws IOException {
        if (!from.equals("jsonl")) {
            throw daybook.wrongUsage("--from is '" + from + "'; use jsonl");
        }
        Terminal terminal = daybook.terminal;
        Progress progress = new Progress(terminal);
        ImportReport report = new ImportReport(terminal, progress, daybook.json());
        Interchange interchange = new Interchange(daybook.scope(), daybook.namedSession());
        try (InputStream in = input();
                Daybook open = daybook.openToSearch()) {
            new Importer(daybook.scopes(open), interchange, progress, report).read(new JsonLines(in));
        }
        progress.clear();
        if (daybook.json()) {
            daybook.print(report.document());
        } else {
            terminal.note("Imported: " + report.summary() + ".");
        }
        return report.isClean() ? Exit.DONE : Exit.FAILED;
    }

    private InputStream input() throws IOException {
        if (file.equals("-")) {
            return daybook.terminal.in();
        }
        Path path = Path.of(file);
        if (!Files.exists(path)) {
            throw new NotFound("FILE '" + file + "' is not there; name a file, or - for stdin");
        }
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException("FILE '" + file + "' is a folder; name a file in it");
        }
        return Files.newInputStream(path);
    }
}
