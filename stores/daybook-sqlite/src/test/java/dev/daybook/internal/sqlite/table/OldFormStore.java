package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.spi.MasterKeys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.CRC32;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Gives the entries and versions of a closed store without a master key the form of an earlier build, for stores of any
 * size: keys of 128 bits, counter mode and checksums. States and names keep their form.
 */
public final class OldFormStore {

    /** A form and a key, in {@link KeyFile#copyOfKeys}. */
    private static final int VALUE_BYTES = 33;

    private static final byte OLD_KEY = 1;
    private static final byte KEY_OF_OLD_STORE = 3;
    private static final int NONCE = 12;
    private static final int BLOCK = 16;
    private static final int ROWS = 10_000;

    private final Random random = new Random(5);
    private final SqlConnection sql;
    private final byte[] keys;

    private OldFormStore(SqlConnection sql, byte[] keys) {
        this.sql = sql;
        this.keys = keys;
    }

    public static void make(Path folder) throws IOException, SQLException {
        byte[] old;
        String id;
        try (SqlConnection sql = new DatabaseFile(folder).openToWrite()) {
            id = Objects.requireNonNull(
                    sql.first("SELECT value FROM meta WHERE name = 'key_file'", row -> SqlConnection.text(row, 1)));
            try (KeyFile file = KeyFile.open(folder, id, MasterKeys.NONE)) {
                sql.encryptWith(file);
                OldFormStore form = new OldFormStore(sql, file.copyOfKeys());
                form.keys[0] = KEY_OF_OLD_STORE;
                form.rewrite("entry");
                form.rewrite("version");
                old = form.keys;
            }
            sql.number("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        Files.delete(KeyFile.path(folder, id));
        KeyFile.create(folder, id, old, MasterKeys.NONE).close();
    }

    private record Row(long place, long contentRevision) {}

    private void rewrite(String table) throws SQLException {
        List<Row> rows = sql.list(
                "SELECT place, content_revision FROM " + table, row -> new Row(row.getLong(1), row.getLong(2)));
        for (int begin = 0; begin < rows.size(); begin += ROWS) {
            sql.update("BEGIN IMMEDIATE");
            for (Row row : rows.subList(begin, Math.min(rows.size(), begin + ROWS))) {
                rewrite(table, row);
            }
            sql.update("COMMIT");
        }
    }

    private void rewrite(String table, Row row) throws SQLException {
        String where = " WHERE place = ? AND content_revision = ?";
        byte[] content = sql.first(
                "SELECT " + EntryRow.COLUMNS + ", " + (table.equals("entry") ? "revision_key" : "scope << 39")
                        + " FROM " + table + where,
                found -> {
                    EntryRow columns = EntryRow.readWithRevision(found);
                    return encrypted(columns.keySlot(), content(columns, columns.content(found, sql.cipher())));
                },
                row.place,
                row.contentRevision);
        sql.update("UPDATE " + table + " SET content = ?" + where, content, row.place, row.contentRevision);
    }

    private static byte[] content(EntryRow row, EntryContent content) throws SQLException {
        byte[] entry = content.entry().bytes();
        byte[] sidecars = content.sidecars().bytes();
        int id = Integer.BYTES + ByteBuffer.wrap(entry).getInt();
        int session = Integer.BYTES + Math.max(0, ByteBuffer.wrap(entry).getInt(id));
        CRC32 first = OldEntryContent.columns(row);
        first.update(new ValuePacker().add(row.recorded()).bytes());
        first.update(entry);
        CRC32 second = OldEntryContent.columns(row);
        second.update(new ValuePacker().add(row.revision()).bytes());
        second.update(entry, 0, id + session);
        second.update(new byte[Long.BYTES]);
        second.update(sidecars);
        return ByteBuffer.allocate(entry.length + sidecars.length + 3 * Long.BYTES)
                .put(entry)
                .putLong(first.getValue())
                .putLong(0)
                .put(sidecars)
                .putLong(second.getValue())
                .array();
    }

    private byte[] encrypted(int slot, byte[] content) {
        int at = slot * VALUE_BYTES;
        if (keys[at] != OLD_KEY) {
            byte[] key = new byte[KeyFile.OLD_KEY_BYTES];
            random.nextBytes(key);
            Arrays.fill(keys, at, at + VALUE_BYTES, (byte) 0);
            keys[at] = OLD_KEY;
            System.arraycopy(key, 0, keys, at + 1, key.length);
        }
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        try {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(Arrays.copyOfRange(keys, at + 1, at + 1 + KeyFile.OLD_KEY_BYTES), "AES"),
                    new IvParameterSpec(Arrays.copyOf(nonce, BLOCK)));
            byte[] encrypted = cipher.doFinal(content);
            return ByteBuffer.allocate(NONCE + encrypted.length)
                    .put(nonce)
                    .put(encrypted)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
