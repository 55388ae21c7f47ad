package dev.daybook.server.cli;

import dev.daybook.server.json.Answers;
import dev.daybook.server.keys.Keyring;
import dev.daybook.spi.Health;
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
        header = "Puts a backup into the data folder, which must be empty and in use by nobody.",
        description = {
            "The file is examined first, and nothing is touched unless it is well. What was forgotten since the backup was"
                    + " made is in the memory again."
        },
        sortOptions = false)
final class RestoreCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Parameters(index = "0", paramLabel = "FILE", description = "As 'backup' made it. It is copied, and stays.")
    private Path given;

    @Option(names = "--replace", description = "Let the memory go that the folder has.")
    private boolean replace;

    @Option(names = "--keys", description = "Put FILE.keys.json in the place of the folder's keys, too.")
    private boolean keys;

    @Override
    public Integer call() {
        Path file = daybook.terminal.path(given).toAbsolutePath().normalize();
        Path folder = daybook.folder();
        Health health = daybook.whenFree(() -> SqliteStore.restore(file, folder, replace));
        boolean withKeys = health.ok() && keys && Keyring.copy(Keyring.beside(file), folder.resolve(Keyring.NAME));
        if (daybook.json()) {
            Map<String, @Nullable Object> answer = Answers.health(health);
            answer.put("restored", health.ok());
            answer.put("keys", withKeys);
            daybook.print(answer);
        } else {
            health.findings().forEach(finding -> Findings.print(daybook.terminal, finding));
        }
        if (!health.ok()) {
            daybook.terminal.note("Nothing was changed: the backup is damaged. Try an earlier one.");
            return Exit.FAILED;
        }
        daybook.terminal.note("Restored" + (withKeys ? ", with its keys. " : ". ")
                + "What was forgotten since the backup was made is there again: forget it again.");
        return Exit.DONE;
    }
}
