package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.PrivateFolder;
import dev.daybook.internal.sqlite.database.UnfinishedFile;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code backup.unfinished} in the store's folder. During a backup it names the temporary file, which may
 * contain entries that are forgotten later; after a crash the next opening deletes that file.
 */
final class BackupNote {

    private static final String NAME = "backup" + UnfinishedFile.SUFFIX;

    private final Path note;

    BackupNote(Path folder) {
        note = folder.resolve(NAME);
    }

    /** Failures are only logged: the backup matters more. */
    void write(Path unfinished) {
        try {
            Files.deleteIfExists(note);
            PrivateFolder.createPrivateFile(note);
            Files.writeString(note, unfinished.toString());
        } catch (IOException e) {
            log(Level.DEBUG, "an unfinished backup would not be found again", e);
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(note);
        } catch (IOException e) {
            log(Level.WARNING, note + " could not be deleted", e);
        }
    }

    /** Deletes the temporary file of a killed process. */
    void cleanUp() {
        if (!Files.exists(note)) {
            return;
        }
        try {
            Path unfinished = Path.of(Files.readString(note));
            if (unfinished.toString().endsWith(UnfinishedFile.SUFFIX) && DatabaseBackup.deleteUnfinished(unfinished)) {
                log(Level.INFO, "the unfinished backup " + unfinished + " was deleted", null);
            }
            Files.delete(note);
        } catch (IOException | IllegalArgumentException e) {
            log(Level.WARNING, "an unfinished backup could not be deleted; delete it, and " + note, e);
        }
    }

    private static void log(Level level, String message, @Nullable Exception cause) {
        System.getLogger(BackupNote.class.getName()).log(level, message, cause);
    }
}
