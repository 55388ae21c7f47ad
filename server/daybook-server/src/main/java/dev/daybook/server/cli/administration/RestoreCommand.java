package dev.daybook.server.cli.administration;

import dev.daybook.outcome.HealthReport;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.cli.terminal.FindingsOutput;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.keys.KeyFileCopies;
import dev.daybook.spi.MasterKeys;
import dev.daybook.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "restore",
        header = "Restores a backup into an empty data folder that no process uses.",
        description = {
            "The backup is checked first; a damaged one changes nothing. Entries erased after the backup was made are in"
                    + " the memory again."
        },
        sortOptions = false)
final class RestoreCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Parameters(index = "0", paramLabel = "FILE", description = "Backup file; it is copied and kept.")
    private Path given;

    @Option(names = "--replace", description = "Replace the memory of the folder.")
    private boolean replace;

    @Option(names = "--keys", description = "Also replace the keys of the folder with FILE.keys.json.")
    private boolean keys;

    @Override
    public Integer call() {
        root.options().requireFolder("restore", "restore into a folder, then copy that into the store with 'copy'");
        Path file = root.terminal().path("FILE", given).toAbsolutePath().normalize();
        Path folder = root.options().folder();
        MasterKeys masters = root.options().masterKeys();
        HealthReport health = root.opener().whenFree(() -> SqliteStore.restore(file, folder, replace, masters));
        boolean withKeys = health.ok()
                && keys
                && KeyFileCopies.copy(KeyFileCopies.beside(file), folder.resolve(KeyFileCopies.NAME));
        if (root.output().isJson()) {
            Map<String, @Nullable Object> answer = AnswerJson.health(health);
            answer.put("restored", health.ok());
            answer.put("keys", withKeys);
            root.output().print(answer);
        } else {
            health.findings().forEach(finding -> FindingsOutput.print(root.terminal(), finding));
        }
        if (!health.ok()) {
            root.output().note("Nothing was changed: the backup is damaged. Try an earlier one.");
            return ExitCode.FAILED;
        }
        root.output()
                .note("Restored" + (withKeys ? ", with its keys. " : ". ")
                        + "Entries erased since the backup was made are in the memory again; erase them again.");
        if (masters.current() == null && masters.backup() != null) {
            root.output()
                    .note("The folder has no master key, so its encryption keys are in clear: set DAYBOOK_MASTER_KEY"
                            + " before it is opened.");
        }
        return ExitCode.DONE;
    }
}
