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
        header = "Makes anew what is derived and needs no language model, in every scope.",
        description = {
            "From the entries themselves: the words of the index, the vectors of the embedder, counts and index rows."
                    + " Entries are only read. Vectors of an embedder that is not here are kept. One that was cut off is run again."
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
            rebuilt = open.rebuild(soFar -> progress.at("Looked at " + Shown.count(soFar.entries(), "entry", "entries")
                    + " in " + Shown.count(soFar.scopes(), "scope")));
            progress.at("Looking at the store.");
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
                .println("Looked at " + Shown.count(rebuilt.entries(), "entry", "entries") + " in "
                        + Shown.count(rebuilt.scopes(), "scope") + "; made anew: the words of " + rebuilt.words()
                        + ", the vectors of " + rebuilt.vectors() + ".");
        rebuilt.kept()
                .forEach(embedder -> terminal.note("Vectors of the embedder " + Shown.harmless(embedder)
                        + " were kept: it is not here, so nobody could make them again."));
        if (rebuilt.failed() > 0) {
            terminal.note(Shown.count(rebuilt.failed(), "entry", "entries")
                    + " could not be read or embedded, and stayed as they were; see 'daybook doctor'.");
        }
        if (!rebuilt.complete()) {
            terminal.note("The embedder does not answer: vectors stayed as they were. Run it again later.");
        }
        for (Finding finding : health.findings()) {
            if (finding.level() == Level.FAIL) {
                Findings.print(terminal, finding);
            }
        }
    }
}
