package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.data.Context;
import dev.daybook.data.ContextOptions;
import dev.daybook.server.json.Answers;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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

    @Parameters(paramLabel = "PROMPT", description = "What the model is about to answer; - reads it from stdin.")
    private String prompt;

    @Option(names = "--max-tokens", paramLabel = "N", description = "The budget (default 2000).")
    private int maxTokens = ContextOptions.DEFAULT_MAX_TOKENS;

    @Override
    public Integer call() {
        Terminal terminal = daybook.terminal;
        String asked = prompt.equals("-") ? terminal.readAll() : prompt;
        ContextOptions options = ContextOptions.defaults().maxTokens(maxTokens);
        daybook.scope();
        try (Daybook open = daybook.openToSearch()) {
            Context context = daybook.memory(open).context(daybook.session(), asked, options);
            if (daybook.json()) {
                daybook.print(Answers.context(context));
            } else {
                terminal.out().print(context.text());
                terminal.out().flush();
                if (terminal.outIsTerminal() && terminal.errIsTerminal()) {
                    terminal.note("");
                }
                terminal.note(sizes(context));
            }
        }
        return Exit.DONE;
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
