package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.server.json.Answers;
import dev.daybook.server.keys.Keyring;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "backup",
        header = "Copies the whole memory into one file, while it is used.",
        description = {
            "What was written before is in it, what was forgotten before is not. It knows nothing of a later forget: keep"
                    + " backups no longer than what is forgotten may still lie there."
        },
        sortOptions = false)
final class BackupCommand implements Callable<Integer> {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    @ParentCommand
    private DaybookCommand daybook;

    @Parameters(
            index = "0",
            paramLabel = "FILE|DIR",
            description =
                    "A file that is not there yet; or a folder, there already or ending in /, which is made if need be"
                            + " and gets a file named by the time.")
    private String given;

    @Option(names = "--keys", description = "Copy keys.json too, beside it as FILE.keys.json: hashes, no keys.")
    private boolean keys;

    @Override
    public Integer call() {
        Path file = daybook.terminal.path(Path.of(given)).toAbsolutePath().normalize();
        boolean isFolder = isFolder(file);
        if (isFolder) {
            file = file.resolve("daybook-" + STAMP.format(Instant.now()) + ".db");
        }
        try (Daybook open = daybook.openWhatIsThere()) {
            if (isFolder) {
                make(file.getParent());
            }
            open.backup(file);
        }
        boolean withKeys = keys && Keyring.copy(daybook.folder().resolve(Keyring.NAME), Keyring.beside(file));
        if (daybook.json()) {
            Map<String, @Nullable Object> answer = Answers.with("file", file.toString());
            answer.put("bytes", size(file));
            answer.put("keys", withKeys);
            daybook.print(answer);
        } else {
            daybook.terminal.out().println(file);
            daybook.terminal.note("Backed up " + size(file) + " bytes" + (withKeys ? " and the keys." : "."));
        }
        return Exit.DONE;
    }

    /** A path forgets the slash at its end, so the word is looked at. */
    private boolean isFolder(Path file) {
        return Files.isDirectory(file) || given.endsWith("/") || given.endsWith(File.separator);
    }

    private static void make(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + folder + " cannot be made; name another", e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException("the backup was made, and cannot be looked at any more", e);
        }
    }
}
