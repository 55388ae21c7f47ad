package dev.daybook.server.cli.administration;

import dev.daybook.error.DaybookException;
import dev.daybook.error.StoreInUseException;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.cli.terminal.FindingsOutput;
import dev.daybook.server.json.AnswerJson;
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
    private DaybookCommand root;

    @Option(names = "--repair", description = "Repair what can be repaired without loss.")
    private boolean repair;

    @Override
    public Integer call() {
        root.options().scope();
        DoctorChecks doctorChecks = new DoctorChecks(root);
        List<Finding> findings = new ArrayList<>();
        findings.add(doctorChecks.java());
        findings.add(doctorChecks.disk());
        findings.addAll(store(doctorChecks));
        findings.add(doctorChecks.keys());
        findings.add(doctorChecks.embedder());
        findings.add(doctorChecks.roundTrip());
        HealthReport health = new HealthReport(findings);
        if (root.output().isJson()) {
            root.output().print(AnswerJson.health(health));
        } else {
            findings.forEach(finding -> FindingsOutput.print(root.terminal(), finding));
        }
        return health.ok() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private List<Finding> store(DoctorChecks doctorChecks) {
        try {
            return doctorChecks.store(repair);
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
