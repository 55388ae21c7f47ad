package dev.daybook.internal.encryption;

import org.jspecify.annotations.Nullable;

/**
 * Bytes as a text of ASCII, seven bits a character: a database that keeps texts as UTF-8 needs an eighth more than the
 * bytes, and an index takes the longest id. Base64 would need a third more.
 */
final class PackedText {

    private static final int BITS = 7;

    private PackedText() {}

    static String pack(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length * Byte.SIZE / BITS + 1);
        int held = 0;
        int count = 0;
        for (byte each : bytes) {
            held = held << Byte.SIZE | Byte.toUnsignedInt(each);
            count += Byte.SIZE;
            while (count >= BITS) {
                count -= BITS;
                text.append((char) (held >> count & 0x7F));
            }
            held &= (1 << count) - 1;
        }
        if (count > 0) {
            text.append((char) (held << BITS - count & 0x7F));
        }
        return text.toString();
    }

    /** Returns the bytes, or null if the text is none of {@link #pack}. */
    static byte @Nullable [] unpack(String text) {
        byte[] bytes = new byte[text.length() * BITS / Byte.SIZE];
        int held = 0;
        int count = 0;
        int next = 0;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each > 0x7F) {
                return null;
            }
            held = held << BITS | each;
            count += BITS;
            if (count >= Byte.SIZE) {
                count -= Byte.SIZE;
                bytes[next++] = (byte) (held >> count);
            }
            held &= (1 << count) - 1;
        }
        return pack(bytes).equals(text) ? bytes : null;
    }
}
