package dev.daybook.internal.sqlite.database;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a slot of a {@link KeyFile}: sealed with the data key for its place in its file, or without a master key in
 * clear with a checksum. A slot without a key is zeros.
 */
final class KeySlotFormat {

    static final int SLOT_BYTES = 64;

    private final byte[] id;
    private final @Nullable DataKey dataKey;

    KeySlotFormat(String id, @Nullable DataKey dataKey) {
        this.id = id.getBytes(StandardCharsets.UTF_8);
        this.dataKey = dataKey;
    }

    /** Returns the bytes of a slot with a key. */
    byte[] encode(int slot, byte[] value) {
        if (dataKey != null) {
            return Arrays.copyOf(dataKey.seal(context(slot), value), SLOT_BYTES);
        }
        return ByteBuffer.allocate(SLOT_BYTES)
                .put(value)
                .putLong(checksum(slot, value))
                .array();
    }

    /** Returns the key in the bytes of a slot, or null if it is erased or damaged. */
    byte @Nullable [] decode(int slot, byte[] bytes) {
        if (KeyFile.isErased(bytes)) {
            return null;
        }
        if (dataKey != null) {
            return dataKey.open(context(slot), Arrays.copyOf(bytes, DataKey.SEAL_BYTES + KeyFile.VALUE_BYTES));
        }
        byte[] value = Arrays.copyOf(bytes, KeyFile.VALUE_BYTES);
        boolean sound = ByteBuffer.wrap(bytes).getLong(KeyFile.VALUE_BYTES) == checksum(slot, value);
        return sound && !KeyFile.isErased(value) ? value : null;
    }

    private byte[] context(int slot) {
        return ByteBuffer.allocate(id.length + Integer.BYTES)
                .put(id)
                .putInt(slot)
                .array();
    }

    private static long checksum(int slot, byte[] value) {
        CRC32 crc = new CRC32();
        crc.update(value);
        return crc.getValue() << Integer.SIZE | slot;
    }
}
