package dev.daybook.sqlite;

import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.PrivateFolder;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.spi.MasterKeys;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Opens the key file of a database, which names it in the table {@code meta}. */
final class StoreKeys {

    private static final int ID_LENGTH = 16;

    private StoreKeys() {}

    /** Opens the key file, or creates it for a database that has never used a key. */
    static KeyFile open(DatabaseFile file, SqlConnection sql, MasterKeys masters) throws SQLException {
        String id = id(sql);
        Path path = KeyFile.path(file.folder(), id);
        try {
            KeyFile keys;
            if (Files.exists(path)) {
                keys = KeyFile.open(file.folder(), id, masters);
            } else if (KeySlots.used(sql) == 0) {
                keys = KeyFile.create(file.folder(), id, masters);
            } else {
                throw new StoreException(
                        path + " is missing, and " + file.path().getFileName()
                                + " cannot be read without its encryption keys; put that file back, or restore a"
                                + " backup");
            }
            if (keys.slots() <= KeySlots.used(sql)) {
                keys.close();
                throw new StoreException(
                        path + " has fewer keys than " + file.path().getFileName()
                                + " uses; put the file back that belongs to it, or restore a backup");
            }
            // The keys of a replaced store, or of an interrupted restore.
            KeyFile.deleteOthers(file.folder(), id);
            file.encryptWith(keys);
            sql.encryptWith(keys);
            // Keys are erased between the transactions of this connection.
            sql.cipher().expectNoErasure(true);
            return keys;
        } catch (IOException e) {
            throw PrivateFolder.failure(
                    "the encryption keys in " + path + " cannot be read or written", file.folder(), e);
        }
    }

    /**
     * Creates the key file of a restored database, from the end of the backup. A database that was copied without its
     * keys finds them in the key file beside it.
     */
    static void restore(Path backup, DatabaseFile copy, MasterKeys masters) throws IOException, SQLException {
        BackupKeys attached = BackupKeys.detach(copy.path());
        if (attached == null) {
            copyBeside(backup, copy);
            return;
        }
        try (SqlConnection sql = copy.openToWrite()) {
            byte[] keys = attached.keys("the backup " + backup, id(sql), masters);
            if (attached.areClear()) {
                KeyFile.warnOfClearKeys(backup, masters.current());
            }
            // Another id than that of the store that was backed up, which the backup may replace.
            sql.update("UPDATE meta SET value = lower(hex(randomblob(8))) WHERE name = 'key_file'");
            KeyFile.create(copy.folder(), id(sql), keys, masters).close();
            ErasureScrub.emptyLog(sql);
        }
    }

    private static void copyBeside(Path backup, DatabaseFile copy) throws IOException, SQLException {
        Path folder = backup.toAbsolutePath().getParent();
        if (folder == null || copy.requireOurs()) {
            return;
        }
        try (SqlConnection sql = copy.openToWrite()) {
            if (sql.number("PRAGMA user_version") == LayoutOneMigration.LAYOUT) {
                return;
            }
            Path beside = KeyFile.path(folder, id(sql));
            if (!Files.exists(beside) && KeySlots.used(sql) > 0) {
                throw new StoreException(
                        "the backup " + backup + " has no encryption keys at its end, and the key file "
                                + beside.getFileName()
                                + " is missing beside it, so its entries cannot be read: it was cut short,"
                                + " or copied without its keys; copy the whole backup again, or restore another");
            }
            if (Files.exists(beside)) {
                Path target = KeyFile.path(copy.folder(), id(sql));
                PrivateFolder.createPrivateFile(target);
                Files.copy(beside, target, StandardCopyOption.REPLACE_EXISTING);
                try (FileChannel channel = FileChannel.open(target, StandardOpenOption.WRITE)) {
                    channel.force(true);
                }
            }
        }
    }

    private static String id(SqlConnection sql) throws SQLException {
        String id = sql.first("SELECT value FROM meta WHERE name = 'key_file'", row -> SqlConnection.text(row, 1));
        if (id == null || id.length() != ID_LENGTH || !id.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
            throw new DamagedRecord("it does not name its key file");
        }
        return id;
    }

    static void close(@Nullable KeyFile keys) {
        try {
            if (keys != null) {
                keys.close();
            }
        } catch (IOException e) {
            System.getLogger(StoreKeys.class.getName())
                    .log(System.Logger.Level.WARNING, "the key file could not be closed", e);
        }
    }
}
