package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.RecordCipher;
import dev.daybook.internal.sqlite.database.RecordPart;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The encrypted code of a scope, with what it is authenticated for. Read with {@link #COLUMNS}. */
final class ScopeName {

    static final String COLUMNS = "scope.number, scope.space, scope.code_hash, scope.name, scope.name_key";

    private final long number;
    private final String space;
    private final byte[] codeHash;
    private final byte[] name;
    private final int key;

    ScopeName(long number, String space, byte[] codeHash, byte[] name, int key) {
        this.number = number;
        this.space = space;
        this.codeHash = codeHash;
        this.name = name;
        this.key = key;
    }

    /** Reads a row; null if the scope was erased with its name. */
    static @Nullable ScopeName read(ResultSet row) throws SQLException {
        byte[] name = row.getBytes(4);
        return name == null
                ? null
                : new ScopeName(
                        row.getLong(1), SqlConnection.text(row, 2), SqlConnection.bytes(row, 3), name, row.getInt(5));
    }

    static byte[] context(long number, String space, byte[] codeHash) {
        return ValuePacker.of("name", number, space, codeHash).bytes();
    }

    boolean hasKey(RecordCipher cipher) {
        return cipher.hasKey(key);
    }

    byte[] codeHash() {
        return codeHash;
    }

    /** Returns the code of the scope; that of an earlier build has no checksum. */
    RecordPart code(RecordCipher cipher) throws DamagedRecord {
        return cipher.isOld(key)
                ? RecordPart.of(cipher.decryptOld(key, name))
                : cipher.open(key, context(number, space, codeHash), name);
    }

    byte[] authenticCode(RecordCipher cipher) throws DamagedRecord {
        return code(cipher).authentic("the name of scope " + number);
    }

    Scope scope(RecordCipher cipher) throws DamagedRecord {
        return Scope.of(new Space(space), new String(authenticCode(cipher), StandardCharsets.UTF_8));
    }
}
