package dev.daybook.sqlite;

import dev.daybook.data.StoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;

/**
 * Writes a copy of a store beside the name that it is to have, and gives it that name when it is on the disk (decision
 * 33). {@code VACUUM INTO} reads one state while others write, and writes living rows only: unlike a copy of pages it
 * cannot carry what was erased and is not scrubbed yet.
 */
final class Backup {

    /** One that a killed process left is found by this name, and overwritten, or deleted at the next opening. */
    static final String UNFINISHED = ".unfinished";

    private final Path target;
    private final Path folder;
    private final Path unfinished;

    Backup(Path target) {
        this.target = target.toAbsolutePath();
        Path parent = this.target.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new IllegalArgumentException(
                    "file is " + target + ", whose folder is not there; make it, or name another");
        }
        folder = parent;
        unfinished = folder.resolve(this.target.getFileName() + UNFINISHED);
    }

    void copy(DatabaseFile file) {
        if (Files.exists(target)) {
            throw new IllegalArgumentException("file is " + target + ", which is there already; name another");
        }
        boolean done = false;
        BackupNote note = new BackupNote(file.folder());
        try {
            note.write(unfinished);
            Files.deleteIfExists(unfinished);
            // SQLite takes a file that is empty, and it keeps its permissions.
            Folder.createPrivateFile(unfinished);
            try (Sql sql = file.openToRead()) {
                sql.update("VACUUM INTO ?", unfinished.toString());
            }
            putInPlace(unfinished, target);
            done = true;
        } catch (SQLException failure) {
            throw new StoreException(
                    "the backup " + target + " could not be made (" + failure.getMessage()
                            + "); see that the disk has room for it, then try again",
                    failure,
                    true);
        } catch (IOException failure) {
            throw Folder.failure("the backup " + target + " cannot be written", folder, failure);
        } finally {
            if (!done) {
                delete(unfinished);
            }
            note.delete();
        }
    }

    /** Gives a file that is complete its name: a power cut leaves it under that name with all it holds, or not at all. */
    static void putInPlace(Path complete, Path name) throws IOException {
        try (FileChannel channel = FileChannel.open(complete, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(complete, name, StandardCopyOption.ATOMIC_MOVE);
        Path parent = name.getParent();
        if (parent != null) {
            Folder.flushNames(parent);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            System.getLogger(Backup.class.getName())
                    .log(System.Logger.Level.WARNING, "an unfinished backup could not be deleted", e);
        }
    }
}
