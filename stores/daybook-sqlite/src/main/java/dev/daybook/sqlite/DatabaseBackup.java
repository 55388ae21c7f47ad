package dev.daybook.sqlite;

import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.PrivateFolder;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.internal.sqlite.database.UnfinishedFile;
import dev.daybook.spi.MasterKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes an online backup under a temporary name and renames it once it is durable (decision 33). {@code VACUUM INTO}
 * reads a consistent state beside writers, and copies live rows only. The encryption keys are appended, see {@link
 * BackupKeys}: an entry that is erased later stays readable in the backup.
 */
final class DatabaseBackup {

    private static final String JOURNAL = "-journal";

    private static final int TRIES = 3;

    private final Path target;
    private final Path folder;
    private final Path unfinished;

    DatabaseBackup(Path target) {
        this.target = target.toAbsolutePath();
        Path parent = this.target.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new IllegalArgumentException(
                    "file is " + target + ", whose folder does not exist; create it or name another");
        }
        folder = parent;
        unfinished = folder.resolve(this.target.getFileName() + UnfinishedFile.SUFFIX);
    }

    /** @param master wraps the data key of the backup; null: the keys are in it as they are */
    void copy(DatabaseFile file, KeyFile keys, @Nullable MasterKey master) {
        if (Files.exists(target)) {
            throw new IllegalArgumentException("file is " + target + ", which exists already; name another");
        }
        boolean done = false;
        BackupNote note = new BackupNote(file.folder());
        try {
            note.write(unfinished);
            deleteUnfinished(unfinished);
            // SQLite accepts an empty file, which keeps its permissions.
            PrivateFolder.createPrivateFile(unfinished);
            BackupKeys.append(unfinished, keys.id(), copyRows(file, keys), master);
            UnfinishedFile.putInPlace(unfinished, target);
            done = true;
        } catch (SQLException failure) {
            throw new StoreException(
                    "the backup " + target + " could not be written (" + failure.getMessage()
                            + "); check that the disk has room for it, then try again",
                    failure,
                    true);
        } catch (IOException failure) {
            throw PrivateFolder.failure("the backup " + target + " cannot be written", folder, failure);
        } finally {
            if (!done) {
                delete(unfinished);
            }
            note.delete();
        }
    }

    /** Copies the rows; returns the keys that they need. */
    private byte[] copyRows(DatabaseFile file, KeyFile keys) throws SQLException, IOException {
        for (int tries = 1; ; tries++) {
            // Before the copy begins: it may contain entries whose keys are erased while it runs.
            byte[] before = keys.copyOfKeys();
            Set<Integer> referenced;
            try (SqlConnection sql = file.openToRead()) {
                sql.update("VACUUM INTO ?", unfinished.toString());
                sql.update("ATTACH ? AS copy", unfinished.toString());
                referenced = KeySlots.referenced(sql, "copy");
            }
            byte[] after = keys.copyOfKeys();
            byte[] copied = new byte[Math.max(before.length, after.length)];
            // In its place is the key of the store.
            boolean complete = KeyFile.copyKey(KeySlots.NONE, after, copied);
            for (int slot : referenced) {
                complete &= KeyFile.copyKey(slot, before, copied) || KeyFile.copyKey(slot, after, copied);
            }
            // A key that was generated and erased during the copy is missing. One that is lost is missing each time.
            if (complete || tries == TRIES) {
                return copied;
            }
            deleteUnfinished(unfinished);
            PrivateFolder.createPrivateFile(unfinished);
        }
    }

    /** Deletes the temporary file of a backup, and the journal that SQLite leaves beside it when the disk is full. */
    static boolean deleteUnfinished(Path file) throws IOException {
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + JOURNAL));
        return Files.deleteIfExists(file);
    }

    private static void delete(Path file) {
        try {
            deleteUnfinished(file);
        } catch (IOException e) {
            System.getLogger(DatabaseBackup.class.getName())
                    .log(System.Logger.Level.WARNING, "an unfinished backup could not be deleted", e);
        }
    }
}
