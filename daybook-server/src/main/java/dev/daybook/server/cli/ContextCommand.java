package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.data.Context;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.RecentTurns;
import dev.daybook.server.json.Answers;
import dev.daybook.server.json.Requests;
import dev.daybook.server.json.Times;
import dev.daybook.server.problem.NotFound;
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
        description = "Prints exactly the text to put before a model that answers a prompt.",
        sortOptions = false)
final class ContextCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Parameters(
            arity = "0..1",
            paramLabel = "PROMPT",
            description = "What the model is about to answer; - reads it from stdin.")
    private @Nullable String prompt;

    @Option(names = "--max-tokens", paramLabel = "N", description = "The budget (default 2000).")
    private @Nullable Integer maxTokens;

    @Option(
            names = "--recent",
            paramLabel = "none|all|N",
            description = "How many messages of the session to repeat (default all that fit).")
    private @Nullable String recent;

    @Option(
            names = "--kinds",
            split = ",",
            paramLabel = "KIND",
            description = "Only these kinds, separated by commas: episode, block, fact, note, summary.")
    private List<String> kinds = List.of();

    @Option(
            names = "--valid-at",
            paramLabel = "TIME",
            description = "Facts that were true then, ISO 8601 with an offset (default now).")
    private @Nullable String validAt;

    @Option(
            names = "--keep",
            description = "Keep it, to be read again byte for byte by its id until something in it is forgotten.")
    private boolean keep;

    @Option(names = "--id", paramLabel = "ID", description = "Print the context that was kept under this id instead.")
    private @Nullable String id;

    @Override
    public Integer call() {
        if ((prompt == null) == (id == null)) {
            throw daybook.wrongUsage("give either a PROMPT, or with --id a context that was kept");
        }
        if (id != null && (keep || maxTokens != null || recent != null || validAt != null || !kinds.isEmpty())) {
            throw daybook.wrongUsage("--id is given, and a context that was kept is as it was; leave out --keep,"
                    + " --max-tokens, --recent, --kinds and --valid-at");
        }
        ContextOptions options = options();
        daybook.scope();
        String asked = "-".equals(prompt) ? daybook.terminal.readAll() : prompt;
        try (Daybook open = asked == null ? daybook.openWhatIsThere() : daybook.openToSearch()) {
            Memory memory = daybook.memory(open);
            print(asked == null ? kept(memory, String.valueOf(id)) : memory.context(daybook.session(), asked, options));
        }
        return Exit.DONE;
    }

    /** Read before the memory is opened, so that a wrong one costs no time. */
    private ContextOptions options() {
        return ContextOptions.defaults()
                .maxTokens(maxTokens == null ? ContextOptions.DEFAULT_MAX_TOKENS : maxTokens)
                .keep(keep)
                .recent(recent == null ? RecentTurns.all() : RecentTurns.of(recent))
                .kinds(Requests.kinds(kinds))
                .validAt(validAt == null ? null : Times.parse("--valid-at", validAt));
    }

    private static Context kept(Memory memory, String id) {
        return memory.operations()
                .keptContext(id)
                .orElseThrow(() -> new NotFound("there is no context '" + id
                        + "' in this scope; it was not kept, or something in it was forgotten since"));
    }

    private void print(Context context) {
        Terminal terminal = daybook.terminal;
        if (daybook.json()) {
            daybook.print(Answers.context(context));
            return;
        }
        terminal.out().print(context.text());
        terminal.out().flush();
        if (terminal.outIsTerminal() && terminal.errIsTerminal()) {
            terminal.note("");
        }
        terminal.note(sizes(context));
        if (keep && context.id() != null) {
            terminal.note("Kept; to read it again: daybook context --id " + context.id());
        }
    }

    private static String sizes(Context context) {
        String sections = context.sections().stream()
                .map(section -> section.name() + " " + section.tokens())
                .collect(Collectors.joining(", "));
        return Shown.count(context.tokens(), "token")
                + (sections.isEmpty() ? "" : " (" + Shown.harmless(sections) + ")")
                + ", left out: " + context.leftOut().size();
    }
}
