package dev.daybook.server.cli;

import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "completion",
        header = "Prints a shell script that completes commands and options.",
        description = {
            "For the current shell: source <(daybook completion bash), or zsh. For all new shells, add that line to"
                    + " ~/.bashrc or ~/.zshrc."
        },
        sortOptions = false)
final class CompletionCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    private String shell;

    @Override
    public Integer call() {
        if (!shell.equals("bash") && !shell.equals("zsh")) {
            throw root.options().wrongUsage("SHELL is '" + DisplayText.line(shell, 20) + "'; use bash or zsh");
        }
        // One script serves both: it makes zsh complete as bash does.
        root.output().println(AutoComplete.bash("daybook", CommandRunner.complete(root)));
        return ExitCode.DONE;
    }
}
