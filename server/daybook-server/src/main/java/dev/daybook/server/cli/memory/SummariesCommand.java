package dev.daybook.server.cli.memory;

import dev.daybook.Memory;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Summary;
import dev.daybook.outcome.Turn;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.problem.NotFoundException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "summaries",
        header = "Shows and sets the summaries (gists) of sessions.",
        description = "set, get and pending apply to the session of --session.",
        sortOptions = false)
final class SummariesCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Override
    public Integer call() {
        throw root.options().wrongUsage("the subcommand of summaries is missing; use list, set, get or pending");
    }

    @Command(name = "list", description = "Lists the session summaries, latest session first.", sortOptions = false)
    int list() {
        return root.withExisting(memory -> {
            List<Summary> summaries = memory.archive().summaries();
            return root.list(
                    () -> AnswerJson.entries("summaries", root.options().scope(), summaries),
                    summaries,
                    "No summaries in " + root.scope() + ".",
                    this::line);
        });
    }

    private String line(Summary summary) {
        String session = Objects.requireNonNullElse(summary.session(), "");
        String head = DisplayText.time(summary.occurredAt()) + "  " + DisplayText.line(session, 60) + "  ";
        return head
                + DisplayText.line(summary.text(), Math.max(20, root.terminal().width() - head.length()));
    }

    @Command(name = "set", description = "Sets the summary; the earlier versions are kept.", sortOptions = false)
    int set(
            @Parameters(index = "0", paramLabel = "TEXT", description = "Text of the summary; - reads it from stdin.")
                    String text,
            @Option(
                            names = "--up-to",
                            paramLabel = "POSITION",
                            description = "Position of the last episode the summary covers (default: the latest).")
                    @Nullable
                    Long upTo) {
        String gist = root.text(text);
        return root.withMemory(memory -> {
            String session = root.options().session();
            Summary summary =
                    memory.session(session).rememberSummary(gist, upTo == null ? last(memory, session) : upTo);
            return root.answer(() -> EntryAnswers.write(root.options().scope(), summary), summary.id());
        });
    }

    private static long last(Memory memory, String session) {
        return memory.session(session).turns(Integer.MAX_VALUE).stream()
                .mapToLong(Turn::position)
                .max()
                .orElse(0);
    }

    @Command(name = "get", description = "Prints the summary of the session.", sortOptions = false)
    int get() {
        return root.withExisting(memory -> {
            Summary summary = memory.session(root.options().session())
                    .summary()
                    .orElseThrow(() -> new NotFoundException(
                            "session '" + DisplayText.line(root.options().session(), 60)
                                    + "' has no summary in "
                                    + root.scope() + "; 'daybook summaries list' lists the summaries"));
            return root.answer(
                    () -> EntryAnswers.write(root.options().scope(), summary), DisplayText.harmless(summary.text()));
        });
    }

    @Command(
            name = "pending",
            description = "Prints the number of episodes the summary does not cover yet.",
            sortOptions = false)
    int pending() {
        return root.withExisting(memory -> {
            long pending = memory.session(root.options().session()).pending();
            return root.answer(() -> PlainJson.object("pending", pending), pending);
        });
    }
}
