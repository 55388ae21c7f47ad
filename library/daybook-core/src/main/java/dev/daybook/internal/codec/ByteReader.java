package dev.daybook.internal.codec;

import dev.daybook.error.StoreException;
import dev.daybook.store.Blob;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the output of {@link ByteWriter}. Truncated or invalid bytes are reported as damage. */
public final class ByteReader {

    /** An octet without these bits is a complete non-negative number, whose value is in the upper bits. */
    private static final int NOT_PLAIN = 0x81;

    private final byte[] bytes;
    private int place;

    public ByteReader(Blob blob) {
        bytes = blob.toArray();
    }

    /**
     * Decodes bytes. An impossible value, such as an unknown label or a thirteenth month, is damage too.
     *
     * @throws StoreException if the bytes are damaged
     */
    public static <T> T decode(Blob blob, Function<ByteReader, T> form) {
        try {
            return form.apply(new ByteReader(blob));
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException impossible) {
            // The cause may quote stored text, so it is not passed on.
            throw damaged("it has an impossible value");
        }
    }

    public int octet() {
        return bytes[need(1)] & 0xFF;
    }

    public Instant instant() {
        return Instant.EPOCH.plus(number(), ChronoUnit.MICROS);
    }

    public long number() {
        int first = octet();
        // Nearly all numbers are small, and this is the hot path of loading a scope.
        return (first & 0x80) == 0 ? (first >>> 1) ^ -(first & 1) : longNumber(first & 0x7F);
    }

    private long longNumber(long begun) {
        long result = begun;
        for (int shift = 7; shift < Long.SIZE; shift += 7) {
            int octet = octet();
            result |= (long) (octet & 0x7F) << shift;
            if ((octet & 0x80) == 0) {
                return (result >>> 1) ^ -(result & 1);
            }
        }
        throw damaged("a number is too long");
    }

    /** Returns whether anything is left to read. */
    public boolean hasMore() {
        return place < bytes.length;
    }

    /** Reads a count, which cannot exceed the remaining bytes. */
    public int count() {
        long count = number();
        if (count < 0 || count > bytes.length - place) {
            throw damaged("a count is " + count + " with " + (bytes.length - place) + " bytes left");
        }
        return (int) count;
    }

    /** Reads an index into a sequence of a size. */
    public int index(int size) {
        long index = number();
        if (index < 0 || index >= size) {
            throw damaged("an index is " + index + " into " + size);
        }
        return (int) index;
    }

    /** Reads a list of indexes into values and returns the values. */
    public int[] pointedAt(int[] values) {
        int[] found = new int[count()];
        for (int i = 0; i < found.length; i++) {
            // As in utf8.
            int first = place < bytes.length ? bytes[place] : -1;
            if ((first & NOT_PLAIN) == 0 && first >>> 1 < values.length) {
                place++;
                found[i] = values[first >>> 1];
            } else {
                found[i] = values[index(values.length)];
            }
        }
        return found;
    }

    public double decimal() {
        return Double.longBitsToDouble(fixed(Double.BYTES));
    }

    /** Reads a number of consecutive floats. */
    public float[] shortDecimals(int count) {
        if (count > bytes.length / Float.BYTES) {
            throw damaged("too short for " + count + " decimals");
        }
        float[] values = new float[count];
        int length = count * Float.BYTES;
        ByteBuffer.wrap(bytes, need(length), length).asFloatBuffer().get(values);
        return values;
    }

    public String text() {
        int length = count();
        int from = need(length);
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        // The replacement character indicates malformed input, but may also be part of the text.
        return text.indexOf('\uFFFD') < 0 ? text : strictText(from, length);
    }

    private String strictText(int from, int length) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, length))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw damaged("a text is not valid UTF-8");
        }
    }

    public @Nullable String optionalText() {
        return octet() == 0 ? null : text();
    }

    /** Reads bytes with their length. */
    public Blob bytes() {
        int length = count();
        int from = need(length);
        return Blob.of(Arrays.copyOfRange(bytes, from, from + length));
    }

    /** A consumer of the UTF-8 bytes of a text in place. */
    public interface Utf8 {
        int take(byte[] bytes, int from, int length);
    }

    /** Reads a list of texts as bytes, for a reader that only looks them up. */
    public int[] utf8(Utf8 taker) {
        int[] taken = new int[count()];
        for (int i = 0; i < taken.length; i++) {
            // Most lengths are one octet. This is the hot loop of loading a scope, so it makes no call.
            int first = place < bytes.length ? bytes[place] : -1;
            int length = first >>> 1;
            if ((first & NOT_PLAIN) == 0 && length < bytes.length - place) {
                int from = place + 1;
                place = from + length;
                taken[i] = taker.take(bytes, from, length);
            } else {
                length = count();
                taken[i] = taker.take(bytes, need(length), length);
            }
        }
        return taken;
    }

    private long fixed(int length) {
        long bits = 0;
        for (int i = need(length); i < place; i++) {
            bits = bits << Byte.SIZE | bytes[i] & 0xFF;
        }
        return bits;
    }

    /** Advances by a number of bytes and returns their start. */
    private int need(int length) {
        if (bytes.length - place < length) {
            throw damaged("truncated by " + (length - (bytes.length - place)) + " bytes");
        }
        int from = place;
        place += length;
        return from;
    }

    /** Returns the exception for bytes that cannot have been written by the codec. */
    public static StoreException damaged(String what) {
        return new StoreException(
                "stored bytes are damaged: " + what + "; run 'daybook doctor', or restore a backup", null, false);
    }
}
