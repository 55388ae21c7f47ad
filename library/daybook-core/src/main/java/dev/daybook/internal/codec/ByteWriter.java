package dev.daybook.internal.codec;

import dev.daybook.store.Blob;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes numbers and texts in sequence; {@link ByteReader} reads them. */
public final class ByteWriter {

    private byte[] bytes;
    private int size;

    public ByteWriter() {
        this(256);
    }

    /** Creates a writer with room for a number of bytes; it grows as needed. */
    ByteWriter(int room) {
        bytes = new byte[room];
    }

    public ByteWriter octet(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    /** Writes a time as its microseconds from 1970 on. */
    public ByteWriter instant(Instant time) {
        // ChronoUnit.MICROS.between counts nanoseconds, which overflow in the year 2262.
        long seconds = Math.multiplyExact(time.getEpochSecond(), 1_000_000L);
        return number(Math.addExact(seconds, time.getNano() / 1_000));
    }

    /** Writes a zigzag varint: seven bits per byte, few bytes for small absolute values. */
    public ByteWriter number(long value) {
        long rest = (value << 1) ^ (value >> 63);
        room(10);
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    public ByteWriter decimal(double value) {
        return fixed(Double.doubleToLongBits(value), Double.BYTES);
    }

    public ByteWriter decimal(float value) {
        return fixed(Float.floatToIntBits(value), Float.BYTES);
    }

    /** Writes floats as {@link #decimal(float)} would, all at once. */
    ByteWriter decimals(float[] values) {
        int length = values.length * Float.BYTES;
        room(length);
        ByteBuffer.wrap(bytes, size, length).asFloatBuffer().put(values);
        size += length;
        return this;
    }

    public ByteWriter text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        number(utf8.length);
        room(utf8.length);
        System.arraycopy(utf8, 0, bytes, size, utf8.length);
        size += utf8.length;
        return this;
    }

    /** Writes bytes with their length in front. */
    public ByteWriter bytes(Blob value) {
        number(value.size());
        room(value.size());
        value.read().get(bytes, size, value.size());
        size += value.size();
        return this;
    }

    public ByteWriter optionalText(@Nullable String value) {
        if (value == null) {
            return octet(0);
        }
        return octet(1).text(value);
    }

    public Blob toBlob() {
        return Blob.of(Arrays.copyOf(bytes, size));
    }

    private ByteWriter fixed(long bits, int length) {
        room(length);
        for (int shift = (length - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            bytes[size++] = (byte) (bits >>> shift);
        }
        return this;
    }

    private void room(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
