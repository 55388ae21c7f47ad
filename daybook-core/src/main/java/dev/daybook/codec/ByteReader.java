package dev.daybook.codec;

import dev.daybook.data.StoreException;
import dev.daybook.spi.Blob;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads what {@link ByteWriter} wrote. Bytes that end too early are damage, and said to be so. */
public final class ByteReader {

    private final ByteBuffer bytes;

    public ByteReader(Blob blob) {
        bytes = blob.read();
    }

    public int octet() {
        return need(1).get() & 0xFF;
    }

    public long number() {
        long result = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int octet = octet();
            result |= (long) (octet & 0x7F) << shift;
            if ((octet & 0x80) == 0) {
                return (result >>> 1) ^ -(result & 1);
            }
        }
        throw damaged("a number is too long");
    }

    /** A number that counts something; it can be no larger than the bytes that are left. */
    public int count() {
        long count = number();
        if (count < 0 || count > bytes.remaining()) {
            throw damaged("a count is " + count + " with " + bytes.remaining() + " bytes left");
        }
        return (int) count;
    }

    public double decimal() {
        return need(Double.BYTES).getDouble();
    }

    public float shortDecimal() {
        return need(Float.BYTES).getFloat();
    }

    public String text() {
        byte[] utf8 = new byte[count()];
        need(utf8.length).get(utf8);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw damaged("a text is no UTF-8");
        }
    }

    public @Nullable String optionalText() {
        return octet() == 0 ? null : text();
    }

    private ByteBuffer need(int length) {
        if (bytes.remaining() < length) {
            throw damaged("it ends " + (length - bytes.remaining()) + " bytes too early");
        }
        return bytes;
    }

    /** What to throw when the bytes could be read, but cannot be what was written. */
    public static StoreException damaged(String what) {
        return new StoreException(
                "stored bytes are damaged: " + what + "; run 'daybook doctor', or restore a backup",
                new BufferUnderflowException(),
                false);
    }
}
