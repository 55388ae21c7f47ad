package dev.daybook.server.cli.administration;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.internal.interchange.InterchangeWriter;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.outcome.Turn;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.PrintStream;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
            "--as writes the sessions for other programs and for people, without facts, notes, blocks and summaries:",
            "  openai    a session a line, {\"id\":…,\"title\":…,\"messages\":[…]}, for 'import --from openai'",
            "  markdown  a section for each session",
            "  csv       a message a row, for 'import --map session=session,id=id,time=time,role=role,name=name,text=text'",
            "            Texts are as they were said: a spreadsheet may run one that begins with = + - or @ as a formula,",
            "            so import the columns there as text.",
            "With --json the lines are one document: {\"exportedAt\":…,\"lines\":[…]}."
        },
        sortOptions = false)
final class ExportCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Option(names = "--all-scopes", description = "Export all scopes of the space, and its settings.")
    private boolean allScopes;

    @Option(names = "--as", paramLabel = "FORMAT", description = "Format: openai, markdown or csv.")
    private @Nullable String as;

    private long written;

    @Override
    public Integer call() {
        Scope chosen = root.options().scope();
        ExportFormat format = as == null ? null : ExportFormat.of(as);
        if (format != null && (allScopes || root.output().isJson())) {
            throw root.options().wrongUsage("--as is given with --all-scopes or --json; export one scope as text");
        }
        OffsetDateTime exportedAt = OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
        try (Daybook daybook = root.opener().openExisting()) {
            MemorySpace space = root.options().memorySpace(daybook);
            PrintStream out = root.terminal().out();
            if (format != null) {
                out.print(format.head());
                write(space.memory(chosen), format, out);
            } else if (root.output().isJson()) {
                out.print("{\"exportedAt\":\"" + IsoTimes.format(exportedAt) + "\",\"lines\":[");
                write(space, chosen, line -> out.print((written == 0 ? "" : ",") + line));
                out.println("]}");
            } else {
                write(space, chosen, out::println);
            }
            out.flush();
            root.output()
                    .note("Exported " + DisplayText.count(written, format == null ? "line" : "session") + ", as of "
                            + IsoTimes.format(exportedAt) + ".");
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

    /** Writes the sessions, the latest activity last, and each episode without a session as its own. */
    private void write(Memory memory, ExportFormat format, PrintStream out) {
        List<SessionInfo> sessions = new ArrayList<>(memory.sessions());
        Collections.reverse(sessions);
        for (SessionInfo session : sessions) {
            out.print(format.text(
                    session.id(), session.name(), memory.session(session.id()).turns(Integer.MAX_VALUE)));
            written++;
        }
        try (Stream<Entry> all = memory.archive().exportAll()) {
            all.forEachOrdered(entry -> {
                if (entry instanceof Episode episode && episode.session() == null) {
                    out.print(format.text(episode.id(), null, turns(episode)));
                    written++;
                }
            });
        }
    }

    private static List<Turn> turns(Episode episode) {
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i < episode.messages().size(); i++) {
            Message message = episode.messages().get(i);
            turns.add(new Turn(episode.id(), episode.position(), i, episode.occurredAt(), message, episode.trustOf(i)));
        }
        return turns;
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
