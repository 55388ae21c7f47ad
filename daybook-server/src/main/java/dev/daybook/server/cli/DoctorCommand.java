package dev.daybook.server.cli;

import dev.daybook.data.DaybookException;
import dev.daybook.data.StoreInUseException;
import dev.daybook.server.json.Answers;
import dev.daybook.spi.Health;
import dev.daybook.spi.Health.Finding;
import dev.daybook.spi.Health.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "doctor",
        description = "Checks the installation and the memory, and reports a remedy for each problem.",
        sortOptions = false)
final class DoctorCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Option(names = "--repair", description = "Repair what can be repaired without loss.")
    private boolean repair;

    @Override
    public Integer call() {
        daybook.scope();
        Checkup checkup = new Checkup(daybook);
        List<Finding> findings = new ArrayList<>();
        findings.add(checkup.java());
        findings.add(checkup.disk());
        findings.addAll(store(checkup));
        findings.add(checkup.embedder());
        findings.add(checkup.roundTrip());
        Health health = new Health(findings);
        if (daybook.json()) {
            daybook.print(Answers.health(health));
        } else {
            findings.forEach(finding -> Findings.print(daybook.terminal, finding));
        }
        return health.ok() ? Exit.DONE : Exit.FAILED;
    }

    private List<Finding> store(Checkup checkup) {
        try {
            return checkup.store(repair);
        } catch (StoreInUseException e) {
            // Every command reports this for a folder in use; the folder itself is fine.
            throw e;
        } catch (DaybookException | IllegalStateException e) {
            return List.of(new Finding(
                    Level.FAIL,
                    "store",
                    String.valueOf(e.getMessage()),
                    "copy the folder first, then follow the message"));
        }
    }
}
