package dev.daybook.server.cli.administration;

import dev.daybook.LocalDaybook;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.keys.KeyFileCopies;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "backup",
        header = "Copies the whole memory into one file while it is in use.",
        description = {
            "The backup holds the writes that finished before it began, and nothing that was erased before. A later"
                    + " forget does not reach it: keep a backup no longer than forgotten texts may exist."
        },
        sortOptions = false)
final class BackupCommand implements Callable<Integer> {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    @ParentCommand
    private DaybookCommand root;

    @Parameters(
            index = "0",
            paramLabel = "FILE|DIR",
            description =
                    "A new file; or a folder, which exists or ends in /. The folder is created if necessary, and the file in"
                            + " it is named by the time.")
    private String given;

    @Option(names = "--keys", description = "Also copy keys.json to FILE.keys.json. It holds key hashes, not keys.")
    private boolean keys;

    @Override
    public Integer call() {
        root.options()
                .requireFolder("backup", "use the backups of the server, or copy the store into a folder with 'copy'");
        Path file = root.terminal()
                .path("FILE|DIR", Path.of(given))
                .toAbsolutePath()
                .normalize();
        boolean isFolder = isFolder(file);
        if (isFolder) {
            file = file.resolve("daybook-" + STAMP.format(Instant.now()) + ".db");
        }
        try (LocalDaybook daybook = root.opener().openExisting()) {
            if (isFolder) {
                make(Objects.requireNonNull(file.getParent(), "a file in a folder"));
            }
            daybook.maintenance().backup(file);
        }
        boolean withKeys = keys
                && KeyFileCopies.copy(root.options().folder().resolve(KeyFileCopies.NAME), KeyFileCopies.beside(file));
        if (root.output().isJson()) {
            Map<String, @Nullable Object> answer = PlainJson.object("file", file.toString());
            answer.put("bytes", size(file));
            answer.put("keys", withKeys);
            root.output().print(answer);
        } else {
            root.output().println(file);
            root.output().note("Backed up " + size(file) + " bytes" + (withKeys ? " and the keys." : "."));
        }
        return ExitCode.DONE;
    }

    /** Checks the typed text, because a {@code Path} drops a trailing slash. */
    private boolean isFolder(Path file) {
        return Files.isDirectory(file) || given.endsWith("/") || given.endsWith(File.separator);
    }

    private static void make(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create the folder " + folder + "; name another folder", e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the backup " + file + " was written, but its size cannot be read; check the file", e);
        }
    }
}
