package dev.daybook.server.cli.administration;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.internal.interchange.InterchangeWriter;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.model.Scope;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.PrintStream;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "export",
        header = "Prints all entries as JSON lines (JSONL).",
        description = {
            "Prints the scope as JSONL for 'daybook import', one object a line: sessions, episodes oldest first,",
            "facts in the order of recording, blocks, notes, summaries. With --shared also the settings of the space.",
            "Superseded and removed entries are not exported.",
            "The time of the export goes to stderr, so the same memory gives the same lines.",
            "With --json the lines are one document: {\"exportedAt\":…,\"lines\":[…]}."
        },
        sortOptions = false)
final class ExportCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Option(names = "--all-scopes", description = "Export all scopes of the space, and its settings.")
    private boolean allScopes;

    private long written;

    @Override
    public Integer call() {
        Scope chosen = root.options().scope();
        OffsetDateTime exportedAt = OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
        try (Daybook daybook = root.opener().openExisting()) {
            MemorySpace space = root.options().memorySpace(daybook);
            PrintStream out = root.terminal().out();
            if (root.output().isJson()) {
                out.print("{\"exportedAt\":\"" + IsoTimes.format(exportedAt) + "\",\"lines\":[");
                write(space, chosen, line -> out.print((written == 0 ? "" : ",") + line));
                out.println("]}");
            } else {
                write(space, chosen, out::println);
            }
            out.flush();
            root.output()
                    .note("Exported " + DisplayText.count(written, "line") + ", as of " + IsoTimes.format(exportedAt)
                            + ".");
        }
        return ExitCode.DONE;
    }

    private void write(MemorySpace space, Scope chosen, Consumer<String> lines) {
        Consumer<String> counted = line -> {
            lines.accept(line);
            written++;
        };
        // The settings are stored in the shared scope of the space.
        if (allScopes || chosen instanceof Scope.Shared) {
            counted.accept(InterchangeWriter.line(space.settings()));
        }
        if (!allScopes) {
            write(space.memory(chosen), counted);
            return;
        }
        scopes(space).forEach(scope -> write(space.memory(scope), counted));
    }

    private static List<Scope> scopes(MemorySpace space) {
        List<Scope> scopes = new ArrayList<>();
        try (Stream<Scope> listed = space.scopes()) {
            listed.forEach(scopes::add);
        }
        // Sorted, because the store's order is undefined and two exports of one memory must be identical.
        scopes.sort(Comparator.comparing(Scope::code));
        return scopes;
    }

    private static void write(Memory memory, Consumer<String> lines) {
        try (Stream<String> all = memory.archive().exportLines()) {
            all.forEachOrdered(lines);
        }
    }
}
