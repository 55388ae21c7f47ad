package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.data.Entry;
import dev.daybook.data.Quarantined;
import dev.daybook.data.Selection;
import dev.daybook.json.Times;
import dev.daybook.server.json.QuarantineAnswers;
import dev.daybook.server.json.Requests;
import dev.daybook.server.problem.NotFound;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "quarantine",
        header = "Takes out of sight what a writer wrote, and keeps it until it is looked at.",
        description = {
            "What is meant, and all that was derived from it, is in nothing that is read any more; 'list' and 'show' tell"
                    + " what lies there, 'release' brings it back, and 'forget' erases it. All that is given must hold"
                    + " together."
        },
        sortOptions = false)
final class QuarantineCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Option(names = "--writer", paramLabel = "NAME", description = "What this writer wrote, as origins name it.")
    private @Nullable String writer;

    @Option(names = "--key", paramLabel = "ID", description = "What was written with this key of a server.")
    private @Nullable String key;

    @Option(
            names = "--origin",
            paramLabel = "KIND",
            description = "What was written by a user, assistant, tool or import.")
    private @Nullable String origin;

    @Option(names = "--since", paramLabel = "TIME", description = "What was written down then or later.")
    private @Nullable String since;

    @Option(names = "--kind", paramLabel = "KIND", description = "With --id: one entry, such as episode or fact.")
    private @Nullable String kind;

    @Option(names = "--id", paramLabel = "ID", description = "With --kind: its id; of a block, its name.")
    private @Nullable String id;

    @Mixin
    private Consent consent;

    @Override
    public Integer call() {
        Selection selection = selection();
        daybook.scope();
        consent.mustBePossible(daybook, "put it in quarantine");
        // Nobody else may use the folder while it is open, and a person takes time to answer.
        Quarantined preview = with(memory -> memory.quarantine().preview(selection));
        if (consent.isDryRun()) {
            return answer(preview);
        }
        if (!consent.isGiven(daybook.terminal, "This takes " + told(preview) + ". It can be released.")) {
            daybook.terminal.note("Nothing was put in quarantine.");
            return Exit.FAILED;
        }
        return answer(with(memory -> memory.quarantine().put(selection)));
    }

    private Selection selection() {
        if ((kind == null) != (id == null)) {
            throw daybook.wrongUsage("--kind and --id belong together; give both or none");
        }
        Selection selection = Requests.written(
                daybook.namedSession(),
                kind,
                id,
                writer,
                origin,
                since == null ? null : Times.parseTimeOrDay("--since", since),
                key);
        if (selection.isEverything()) {
            throw daybook.wrongUsage("say what: --writer, --key, --origin, --since, --session, or --kind with --id");
        }
        return selection;
    }

    private String told(Quarantined quarantined) {
        return Shown.counts(quarantined.counts()) + " of " + Shown.scope(daybook.scope()) + " out of sight, and "
                + Shown.counts(quarantined.derived()) + " derived from that";
    }

    private int answer(Quarantined quarantined) {
        if (daybook.json()) {
            daybook.print(QuarantineAnswers.quarantined(quarantined, consent.isDryRun()));
        } else if (quarantined.count() == 0) {
            daybook.terminal.out().println("Nothing like that in " + Shown.scope(daybook.scope()) + ".");
        } else {
            daybook.terminal.out().println((consent.isDryRun() ? "Would take " : "Took ") + told(quarantined) + ".");
            if (!consent.isDryRun()) {
                daybook.terminal
                        .out()
                        .println("To have it back: daybook quarantine release " + quarantined.operation());
            }
        }
        return Exit.DONE;
    }

    @Command(name = "list", description = "Lists what lies in quarantine, by operation.", sortOptions = false)
    int list() {
        return with(memory -> {
            List<Quarantined> all = memory.quarantine().list();
            if (daybook.json()) {
                daybook.print(QuarantineAnswers.list(all));
            } else if (all.isEmpty()) {
                daybook.terminal.note("Nothing lies in quarantine in " + Shown.scope(daybook.scope()) + ".");
            } else {
                all.forEach(each -> daybook.terminal
                        .out()
                        .println(each.operation() + "  " + Shown.time(each.at()) + "  " + Shown.counts(each.counts())));
            }
            return Exit.DONE;
        });
    }

    @Command(name = "show", description = "Shows the entries that an operation put there.", sortOptions = false)
    int show(@Parameters(paramLabel = "OPERATION", description = "As 'list' names it.") String operation) {
        return with(memory -> {
            List<Entry> entries = entries(memory, operation);
            if (daybook.json()) {
                daybook.print(QuarantineAnswers.entries(operation, daybook.scope(), entries));
            } else {
                entries.forEach(each -> daybook.terminal
                        .out()
                        .println(each.kind().label() + " " + daybook.terminal.dim(Shown.line(each.id(), 60)) + "  "
                                + Shown.line(each.text(), daybook.terminal.width())));
            }
            return Exit.DONE;
        });
    }

    @Command(name = "release", description = "Brings back what an operation put there.", sortOptions = false)
    int release(@Parameters(paramLabel = "OPERATION", description = "As 'list' names it.") String operation) {
        return with(memory -> {
            entries(memory, operation);
            Quarantined released = memory.quarantine().release(operation);
            if (daybook.json()) {
                daybook.print(QuarantineAnswers.released(released));
            } else {
                daybook.terminal.out().println("Released " + Shown.counts(released.counts()) + ".");
            }
            return Exit.DONE;
        });
    }

    private List<Entry> entries(Memory memory, String operation) {
        try (Stream<Entry> entries = memory.quarantine().entries(operation)) {
            List<Entry> all = entries.toList();
            if (all.isEmpty()) {
                throw new NotFound("nothing lies in quarantine in " + Shown.scope(daybook.scope()) + " because of '"
                        + Shown.line(operation, 60) + "'; 'daybook quarantine list' lists what does");
            }
            return all;
        }
    }

    private <T> T with(Function<Memory, T> work) {
        daybook.scope();
        try (Daybook open = daybook.openWhatIsThere()) {
            return work.apply(daybook.memory(open));
        }
    }
}
