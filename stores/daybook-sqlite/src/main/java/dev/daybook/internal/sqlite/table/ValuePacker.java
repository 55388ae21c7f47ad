package dev.daybook.internal.sqlite.table;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Serializes a list of values unambiguously: a number is 8 bytes, a text or blob its length and bytes, null the length
 * -1.
 */
public final class ValuePacker {

    private ByteBuffer buffer;

    public ValuePacker() {
        this(256);
    }

    /** Creates a packer with room for a number of bytes; it grows as needed. */
    ValuePacker(int room) {
        buffer = ByteBuffer.allocate(room);
    }

    /** Returns a CRC-32 of the values, which detects every single flipped bit. */
    public static long checksum(@Nullable Object... values) {
        return of(values).checksum();
    }

    static ValuePacker of(@Nullable Object... values) {
        ValuePacker packer = new ValuePacker();
        for (Object value : values) {
            packer.add(value);
        }
        return packer;
    }

    /**
     * Reads the next bytes or text of packed values.
     *
     * @throws java.nio.BufferUnderflowException if they are damaged
     * @throws NegativeArraySizeException if they are damaged
     */
    public static byte[] nextBytes(ByteBuffer values) {
        int length = values.getInt();
        if (length > values.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        values.get(bytes);
        return bytes;
    }

    public ValuePacker add(@Nullable Object value) {
        if (value == null) {
            room(Integer.BYTES).putInt(-1);
        } else if (value instanceof String text) {
            add(text.getBytes(StandardCharsets.UTF_8));
        } else if (value instanceof byte[] bytes) {
            room(Integer.BYTES + bytes.length).putInt(bytes.length).put(bytes);
        } else if (value instanceof ByteBuffer bytes) {
            room(Integer.BYTES + bytes.remaining()).putInt(bytes.remaining()).put(bytes);
        } else {
            room(Long.BYTES).putLong(((Number) value).longValue());
        }
        return this;
    }

    int size() {
        return buffer.position();
    }

    long checksum() {
        CRC32 crc = new CRC32();
        crc.update(buffer.array(), 0, buffer.position());
        return crc.getValue();
    }

    public byte[] bytes() {
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int needed = Math.addExact(buffer.position(), bytes);
            buffer = ByteBuffer.allocate(
                            Math.max(needed, (int) Math.min(2L * buffer.capacity(), Integer.MAX_VALUE - 8)))
                    .put(buffer.flip());
        }
        return buffer;
    }
}
