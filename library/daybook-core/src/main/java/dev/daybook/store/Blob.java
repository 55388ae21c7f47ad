package dev.daybook.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An immutable byte sequence with value equality. A store keeps it without interpreting it. */
public final class Blob {

    public static final Blob EMPTY = of(new byte[0]);

    private final byte[] bytes;
    private final int from;
    private final int length;

    private Blob(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.from = from;
        this.length = length;
    }

    /** Wraps an array without a copy. The caller must not change the array afterwards. */
    public static Blob of(byte[] bytes) {
        return new Blob(bytes, 0, bytes.length);
    }

    /**
     * Wraps a part of an array without a copy, for a store that reads several values at once. The blob keeps the whole
     * array reachable.
     *
     * @throws IndexOutOfBoundsException if the part exceeds the array
     */
    public static Blob of(byte[] bytes, int from, int length) {
        Objects.checkFromIndexSize(from, length, bytes.length);
        return new Blob(bytes, from, length);
    }

    /** Encodes a text in UTF-8. */
    public static Blob of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public int size() {
        return length;
    }

    /** Returns a copy of the bytes. */
    public byte[] toArray() {
        return Arrays.copyOfRange(bytes, from, from + length);
    }

    /** Returns a read-only view of the bytes. */
    public ByteBuffer read() {
        return ByteBuffer.wrap(bytes, from, length).slice().asReadOnlyBuffer();
    }

    /** Decodes the bytes as UTF-8. */
    public String text() {
        return new String(bytes, from, length, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Blob blob
                && Arrays.equals(bytes, from, from + length, blob.bytes, blob.from, blob.from + blob.length);
    }

    @Override
    public int hashCode() {
        return ByteBuffer.wrap(bytes, from, length).hashCode();
    }

    @Override
    public String toString() {
        return "Blob[" + length + "]";
    }
}
