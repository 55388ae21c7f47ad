package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.RecordCipher;
import dev.daybook.internal.sqlite.database.RecordPart;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.store.Blob;
import dev.daybook.store.ScopeState;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * A row of the table {@code state}. Its columns in clear are associated data of its content, which is the name and the bytes
 * of the state.
 *
 * @param content the encrypted content
 */
record StateRow(long scope, String family, long nameHash, long version, Blob content) {

    static final String COLUMNS = "state.scope, family, name_hash, version, content";

    /** The number of a column behind these. */
    static final int NEXT_COLUMN = 6;

    static StateRow read(ResultSet row) throws SQLException {
        return new StateRow(
                row.getLong(1),
                SqlConnection.text(row, 2),
                row.getLong(3),
                row.getLong(4),
                Blob.of(SqlConnection.bytes(row, 5)));
    }

    static RecordPart pack(ScopeState state) {
        return RecordPart.of(ValuePacker.of(state.name(), state.bytes().read()).bytes());
    }

    byte[] encrypt(RecordCipher cipher, int slot, RecordPart part) throws DamagedRecord {
        return cipher.seal(slot, context(), part);
    }

    RecordPart decrypt(RecordCipher cipher, int slot) throws DamagedRecord {
        byte[] stored = content.toArray();
        return cipher.isOld(slot)
                ? withoutChecksum(cipher.decryptOld(slot, stored))
                : cipher.open(slot, context(), stored);
    }

    private byte[] context() {
        return ValuePacker.of("state", scope, family, nameHash, version).bytes();
    }

    /** Reads the content of a state of an earlier build, which ends with a checksum. */
    private RecordPart withoutChecksum(byte[] old) {
        byte[] packed = Arrays.copyOf(old, Math.max(0, old.length - Long.BYTES));
        try {
            ScopeState state = unpack(packed);
            long checksum = ValuePacker.checksum(
                    scope, state.name(), version, state.bytes().read());
            if (ByteBuffer.wrap(old).getLong(packed.length) == checksum) {
                return RecordPart.of(packed);
            }
        } catch (BufferUnderflowException | IndexOutOfBoundsException | NegativeArraySizeException damaged) {
            // Told by the part.
        }
        return RecordPart.damaged(packed);
    }

    /** @throws DamagedRecord if the state is not authentic, or its key is lost */
    ScopeState state(RecordCipher cipher, int slot) throws DamagedRecord {
        String what = "a state of scope " + scope;
        byte[] packed = decrypt(cipher, slot).authentic(what);
        try {
            return unpack(packed);
        } catch (BufferUnderflowException | NegativeArraySizeException damaged) {
            throw new DamagedRecord(what);
        }
    }

    private ScopeState unpack(byte[] packed) {
        ByteBuffer values = ByteBuffer.wrap(packed);
        return new ScopeState(
                new String(ValuePacker.nextBytes(values), StandardCharsets.UTF_8),
                version,
                Blob.of(ValuePacker.nextBytes(values)));
    }
}
