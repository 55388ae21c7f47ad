package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.data.Rebuilt;
import dev.daybook.server.json.Answers;
import dev.daybook.spi.Health;
import dev.daybook.spi.Health.Finding;
import dev.daybook.spi.Health.Level;
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
    private DaybookCommand daybook;

    @Override
    public Integer call() {
        daybook.scope();
        Progress progress = new Progress(daybook.terminal);
        Rebuilt rebuilt;
        Health health;
        try (Daybook open = daybook.openToSearch()) {
            rebuilt = open.rebuild(soFar -> progress.at("Checked " + Shown.count(soFar.entries(), "entry", "entries")
                    + " in " + Shown.count(soFar.scopes(), "scope")));
            progress.at("Checking the store.");
            health = open.check(false);
        }
        progress.clear();
        if (daybook.json()) {
            Map<String, @Nullable Object> answer = Answers.rebuilt(rebuilt);
            answer.put("store", Answers.health(health));
            daybook.print(answer);
        } else {
            tell(rebuilt, health);
        }
        return health.ok() && rebuilt.complete() && rebuilt.failed() == 0 ? Exit.DONE : Exit.FAILED;
    }

    private void tell(Rebuilt rebuilt, Health health) {
        Terminal terminal = daybook.terminal;
        terminal.out()
                .println("Checked " + Shown.count(rebuilt.entries(), "entry", "entries") + " in "
                        + Shown.count(rebuilt.scopes(), "scope") + "; rebuilt: the index words of " + rebuilt.words()
                        + ", the vectors of " + rebuilt.vectors() + ".");
        rebuilt.kept()
                .forEach(embedder -> terminal.note("Vectors of the embedder " + Shown.harmless(embedder)
                        + " were kept, because the embedder is not present and cannot make them again."));
        if (rebuilt.failed() > 0) {
            terminal.note(Shown.count(rebuilt.failed(), "entry", "entries")
                    + " could not be read or embedded and are unchanged; see 'daybook doctor'.");
        }
        if (!rebuilt.complete()) {
            terminal.note("The embedder does not answer; its vectors are unchanged. Repeat the rebuild later.");
        }
        for (Finding finding : health.findings()) {
            if (finding.level() == Level.FAIL) {
                Findings.print(terminal, finding);
            }
        }
    }
}
