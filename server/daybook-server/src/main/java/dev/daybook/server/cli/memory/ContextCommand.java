package dev.daybook.server.cli.memory;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.internal.json.ContextCodec;
import dev.daybook.internal.json.FieldType;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.outcome.Context;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.RecentTurns;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.problem.NotFoundException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "context",
        description = "Prints the text to put before a prompt, and nothing else on stdout.",
        sortOptions = false)
final class ContextCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Parameters(
            arity = "0..1",
            paramLabel = "PROMPT",
            description = "The prompt that the model is about to answer; - reads it from stdin.")
    private @Nullable String prompt;

    @Option(names = "--max-tokens", paramLabel = "N", description = "Token budget (default 2000).")
    private @Nullable Integer maxTokens;

    @Option(
            names = "--recent",
            paramLabel = "none|all|N",
            description = "Number of recent messages of the session to include (default all that fit).")
    private @Nullable String recent;

    @Option(
            names = "--kinds",
            split = ",",
            paramLabel = "KIND",
            description = "Only entries of these kinds, separated by commas: episode, block, fact, note, summary.")
    private List<String> kinds = List.of();

    @Option(
            names = "--valid-at",
            paramLabel = "TIME",
            description = "Facts that were valid at this time, ISO 8601 with an offset (default now).")
    private @Nullable String validAt;

    @Option(
            names = "--relevance-floor",
            paramLabel = "0..1",
            description =
                    "Recall no messages if the memory has less of the prompt, by words or by meaning (default 0).")
    private @Nullable Double relevanceFloor;

    @Option(
            names = "--no-collapse",
            description = "Show each of several near-equal texts, not the newest for all of them.")
    private boolean each;

    @Option(
            names = "--keep",
            description = "Keep the context; --id prints it again, byte for byte, until an entry in it is forgotten.")
    private boolean keep;

    @Option(names = "--id", paramLabel = "ID", description = "Print the kept context with this id.")
    private @Nullable String id;

    @Override
    public Integer call() {
        if ((prompt == null) == (id == null)) {
            throw root.options().wrongUsage("give either a PROMPT, or the id of a kept context with --id");
        }
        if (id != null && hasOptions()) {
            throw root.options()
                    .wrongUsage("--id prints a kept context unchanged; leave out --keep, --no-collapse,"
                            + " --max-tokens, --recent, --kinds, --relevance-floor and --valid-at");
        }
        ContextOptions options = options();
        root.options().scope();
        String text = "-".equals(prompt) ? root.terminal().readAll() : prompt;
        try (Daybook daybook =
                text == null ? root.opener().openExisting() : root.opener().openToSearch()) {
            Memory memory = root.options().memory(daybook);
            print(
                    text == null
                            ? kept(memory, String.valueOf(id))
                            : memory.session(root.options().session()).context(text, options));
        }
        return ExitCode.DONE;
    }

    private boolean hasOptions() {
        return keep
                || each
                || maxTokens != null
                || recent != null
                || validAt != null
                || relevanceFloor != null
                || !kinds.isEmpty();
    }

    /** Reads the options before the memory is opened, so that a wrong one fails fast. */
    private ContextOptions options() {
        return ContextOptions.defaults()
                .maxTokens(maxTokens == null ? ContextOptions.DEFAULT_MAX_TOKENS : maxTokens)
                .keep(keep)
                .collapse(!each)
                .relevanceFloor(relevanceFloor == null ? 0 : relevanceFloor)
                .recent(recent == null ? RecentTurns.all() : RecentTurns.of(recent))
                .kinds(FieldType.kinds(kinds))
                .validAt(
                        validAt == null
                                ? null
                                : IsoTimes.parse("--valid-at", validAt).toInstant());
    }

    private static Context kept(Memory memory, String id) {
        return memory.operations()
                .keptContext(id)
                .orElseThrow(() -> new NotFoundException("context '" + id
                        + "' is not in this scope; it was not kept, or an entry in it was forgotten since"));
    }

    private void print(Context context) {
        CommandTerminal terminal = root.terminal();
        if (root.output().isJson()) {
            root.output().print(ContextCodec.CONTEXT.write(context));
            return;
        }
        terminal.out().print(context.text());
        terminal.out().flush();
        if (terminal.outIsTerminal() && terminal.errIsTerminal()) {
            terminal.note("");
        }
        terminal.note(sizes(context));
        if (keep && context.id() != null) {
            terminal.note("Kept; print it again with: daybook context --id " + context.id());
        }
    }

    private static String sizes(Context context) {
        String sections = context.sections().stream()
                .map(section -> section.name() + " " + section.tokens())
                .collect(Collectors.joining(", "));
        return DisplayText.count(context.tokens(), "token")
                + (sections.isEmpty() ? "" : " (" + DisplayText.harmless(sections) + ")")
                + ", left out: " + context.leftOut().size();
    }
}
