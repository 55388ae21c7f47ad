package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.data.Scope;
import dev.daybook.server.json.ExportLines;
import dev.daybook.server.json.Interchange;
import dev.daybook.server.json.Times;
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
        header = "Prints everything as JSON lines.",
        description = {
            "Prints everything of the scope as JSONL, one line each, to be read by 'daybook import': conversations,",
            "episodes oldest first, facts in the order in which they were learnt, blocks, notes, summaries. With --shared",
            "the settings of the space too. What was replaced, and what was removed, is not in it.",
            "When it was made is said on stderr, not in the lines: the same memory is the same lines.",
            "With --json they stand in one document: {\"exportedAt\":…,\"lines\":[…]}."
        },
        sortOptions = false)
final class ExportCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Option(names = "--all-scopes", description = "All scopes of the space, and its settings.")
    private boolean allScopes;

    private long written;

    @Override
    public Integer call() {
        Scope chosen = daybook.scope();
        OffsetDateTime exportedAt = OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
        try (Daybook open = daybook.openWhatIsThere()) {
            MemorySpace space = daybook.memorySpace(open);
            PrintStream out = daybook.terminal.out();
            if (daybook.json()) {
                out.print("{\"exportedAt\":\"" + Times.format(exportedAt) + "\",\"lines\":[");
                write(space, chosen, line -> out.print((written == 0 ? "" : ",") + line));
                out.println("]}");
            } else {
                write(space, chosen, out::println);
            }
            out.flush();
            daybook.terminal.note(
                    "Exported " + Shown.count(written, "line") + ", as of " + Times.format(exportedAt) + ".");
        }
        return Exit.DONE;
    }

    private void write(MemorySpace space, Scope chosen, Consumer<String> lines) {
        Consumer<String> counted = line -> {
            lines.accept(line);
            written++;
        };
        // They lie with what is shared in the space.
        if (allScopes || chosen instanceof Scope.Shared) {
            counted.accept(Interchange.write(space.settings()));
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
        // The store lists them as it likes; two exports of the same memory should be the same file.
        scopes.sort(Comparator.comparing(Scope::code));
        return scopes;
    }

    private static void write(Memory memory, Consumer<String> lines) {
        try (Stream<String> all = ExportLines.of(memory)) {
            all.forEachOrdered(lines);
        }
    }
}
