package dev.daybook.spi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes as a value: they do not change, and equal bytes are equal. A store keeps them and never looks inside. */
public final class Blob {

    public static final Blob EMPTY = new Blob(new byte[0]);

    private final byte[] bytes;

    private Blob(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Takes the array over: whoever made it must not change it any more. */
    public static Blob of(byte[] bytes) {
        return new Blob(bytes);
    }

    /** The UTF-8 bytes of a text. */
    public static Blob of(String text) {
        return new Blob(text.getBytes(StandardCharsets.UTF_8));
    }

    public int size() {
        return bytes.length;
    }

    /** The bytes as a copy, for a driver that wants an array. */
    public byte[] toArray() {
        return bytes.clone();
    }

    /** The bytes to read, not copied. */
    public ByteBuffer read() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** The bytes as UTF-8 text. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Blob blob && Arrays.equals(bytes, blob.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "Blob[" + bytes.length + "]";
    }
}
