package dev.daybook.server.cli.administration;

import dev.daybook.LocalDaybook;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.outcome.RebuildProgress;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.cli.terminal.FindingsOutput;
import dev.daybook.server.cli.terminal.ProgressLine;
import dev.daybook.server.json.AnswerJson;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "rebuild",
        header = "Rebuilds the derived data that needs no language model, in every scope.",
        description = {
            "Rebuilds the keyword index, the vectors, the counts and the index rows from the entries, which are only read."
                    + " Vectors of an embedder that is not present are kept. An interrupted rebuild is simply repeated."
        },
        sortOptions = false)
final class RebuildCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Override
    public Integer call() {
        root.options().scope();
        ProgressLine progress = new ProgressLine(root.terminal());
        RebuildProgress rebuildProgress;
        HealthReport health;
        try (LocalDaybook daybook = root.opener().openToSearch()) {
            rebuildProgress = daybook.maintenance()
                    .rebuild(soFar -> progress.at("Checked " + DisplayText.count(soFar.entries(), "entry", "entries")
                            + " in " + DisplayText.count(soFar.scopes(), "scope")));
            progress.at("Checking the store.");
            health = daybook.maintenance().check(false);
        }
        progress.clear();
        if (root.output().isJson()) {
            Map<String, @Nullable Object> answer = AnswerJson.rebuilt(rebuildProgress);
            answer.put("store", AnswerJson.health(health));
            root.output().print(answer);
        } else {
            tell(rebuildProgress, health);
        }
        return health.ok() && rebuildProgress.complete() && rebuildProgress.failed() == 0
                ? ExitCode.DONE
                : ExitCode.FAILED;
    }

    private void tell(RebuildProgress rebuildProgress, HealthReport health) {
        CommandTerminal terminal = root.terminal();
        terminal.out()
                .println("Checked " + DisplayText.count(rebuildProgress.entries(), "entry", "entries") + " in "
                        + DisplayText.count(rebuildProgress.scopes(), "scope") + "; rebuilt: the index words of "
                        + rebuildProgress.words()
                        + ", the vectors of " + rebuildProgress.vectors() + ".");
        rebuildProgress
                .kept()
                .forEach(embedder -> terminal.note("Vectors of the embedder " + DisplayText.harmless(embedder)
                        + " were kept, because the embedder is not present and cannot make them again."));
        if (rebuildProgress.failed() > 0) {
            terminal.note(DisplayText.count(rebuildProgress.failed(), "entry", "entries")
                    + " could not be read or embedded and are unchanged; see 'daybook doctor'.");
        }
        if (!rebuildProgress.complete()) {
            terminal.note("The embedder does not answer; its vectors are unchanged. Repeat the rebuild later.");
        }
        for (Finding finding : health.findings()) {
            if (finding.level() == Level.FAIL) {
                FindingsOutput.print(terminal, finding);
            }
        }
    }
}
