package dev.daybook.server.cli.administration;

import dev.daybook.LocalDaybook;
import dev.daybook.error.LegalHoldException;
import dev.daybook.error.StoreException;
import dev.daybook.model.Space;
import dev.daybook.outcome.HealthReport;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.cli.terminal.FindingsOutput;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.keys.KeyFileCopies;
import dev.daybook.spi.MasterKeys;
import dev.daybook.sqlite.SqliteStore;
import java.nio.file.Files;
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
                    + " the memory again. A memory under a legal hold is not replaced."
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
        Path file = root.terminal().path(given).toAbsolutePath().normalize();
        Path folder = root.options().folder();
        MasterKeys masters = root.options().masterKeys();
        if (replace && Files.exists(folder.resolve("daybook.db"))) {
            requireNoHold(folder);
        }
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
        return ExitCode.DONE;
    }

    /**
     * Refuses to replace a memory under a legal hold: what was written since the backup would be lost, and the hold. A memory
     * that cannot be opened is replaced, because a restore is its repair.
     */
    private void requireNoHold(Path folder) {
        try (LocalDaybook present = root.opener().open()) {
            for (Space space : present.spaces().toList()) {
                String reason = present.space(space.id()).settings().legalHold();
                if (reason != null) {
                    throw new LegalHoldException("the space " + space.id() + " is under a legal hold (" + reason
                            + "), so the memory in " + folder + " cannot be replaced; restore into another folder with"
                            + " --data, or end the hold with the setting legalHold=none");
                }
            }
        } catch (StoreException unreadable) {
            root.output().note("The present memory cannot be opened, so its legal holds are not known.");
        }
    }
}
