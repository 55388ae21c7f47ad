package dev.daybook.spi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Bytes as a value: they do not change, and equal bytes are equal. A store keeps them and never looks inside. */
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

    /** Takes the array over: whoever made it must not change it any more. */
    public static Blob of(byte[] bytes) {
        return new Blob(bytes, 0, bytes.length);
    }

    /**
     * A part of an array, which is taken over as a whole: for a store that reads several values at once. As long as there
     * is the part, there is the array.
     *
     * @throws IndexOutOfBoundsException if the array has no such part
     */
    public static Blob of(byte[] bytes, int from, int length) {
        Objects.checkFromIndexSize(from, length, bytes.length);
        return new Blob(bytes, from, length);
    }

    /** The UTF-8 bytes of a text. */
    public static Blob of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public int size() {
        return length;
    }

    /** The bytes as a copy, for a driver that wants an array. */
    public byte[] toArray() {
        return Arrays.copyOfRange(bytes, from, from + length);
    }

    /** The bytes to read, not copied. */
    public ByteBuffer read() {
        return ByteBuffer.wrap(bytes, from, length).slice().asReadOnlyBuffer();
    }

    /** The bytes as UTF-8 text. */
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
