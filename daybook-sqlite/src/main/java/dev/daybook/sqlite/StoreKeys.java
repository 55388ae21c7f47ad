package dev.daybook.sqlite;

import dev.daybook.data.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Opens the key file of a database, which names it in the table {@code meta}. */
final class StoreKeys {

    private StoreKeys() {}

    /** Opens the key file, or creates it for a database that has never used a key. */
    static KeyFile open(DatabaseFile file, SqlConnection sql) throws SQLException {
        String id = id(sql);
        Path path = KeyFile.path(file.folder(), id);
        try {
            KeyFile keys;
            if (Files.exists(path)) {
                keys = KeyFile.open(file.folder(), id);
            } else if (sql.number("SELECT value FROM meta WHERE name = 'key_slots'") == 0) {
                keys = KeyFile.create(file.folder(), id);
            } else {
                throw new StoreException(path + " is missing, and " + file.path().getFileName()
                        + " cannot be read without its encryption keys; put that file back, or restore a backup");
            }
            // The keys of a replaced store, or of an interrupted restore.
            KeyFile.deleteOthers(file.folder(), id);
            file.encryptWith(keys);
            sql.encryptWith(keys);
            return keys;
        } catch (IOException e) {
            throw PrivateFolder.failure(
                    "the encryption keys in " + path + " cannot be read or written", file.folder(), e);
        }
    }

    /** Creates the key file of a restored database under a new id. */
    static void put(DatabaseFile file, byte[] keys) throws IOException, SQLException {
        if (keys.length % KeyFile.KEY_BYTES != 0) {
            throw new IOException("its encryption keys are damaged");
        }
        try (SqlConnection sql = file.openToWrite()) {
            sql.update("UPDATE meta SET value = lower(hex(randomblob(8))) WHERE name = 'key_file'");
            KeyFile.create(file.folder(), id(sql), keys).close();
            ErasureScrub.emptyLog(sql);
        }
    }

    private static String id(SqlConnection sql) throws SQLException {
        String id = sql.first("SELECT value FROM meta WHERE name = 'key_file'", row -> SqlConnection.text(row, 1));
        if (id == null || !id.matches("[0-9a-f]{16}")) {
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
