package dev.daybook.internal.erasure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of a file with each escape of JSON replaced by its meaning, in UTF-8. Whoever writes JSON chooses
 * what it escapes and how, so the escapes are undone instead of searching for every way to write a text. Bytes that are
 * no escape pass as they are, in any kind of file.
 */
final class JsonUnescaping extends ConvertedInput {

    private static final int CHUNK = 1 << 16;

    /** The longest escape: two escaped surrogates. */
    private static final int MAX_LENGTH = 12;

    private static final String SHORT_FORMS = "\"\\/'bfnrt";
    private static final String MEANINGS = "\"\\/'\b\f\n\r\t";
    private static final int HEX = 16;

    private final InputStream in;
    private final byte[] buffer = new byte[CHUNK];
    private int at;
    private int filled;
    private final byte[] out = new byte[CHUNK];
    private int outFilled;
    private boolean escaped;

    JsonUnescaping(InputStream in) {
        this.in = in;
    }

    /** Returns whether any escape was undone so far. */
    boolean hasEscapes() {
        return escaped;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Undoes the escapes of the next chunk; an escape is never shorter than its meaning. */
    @Override
    byte[] next() throws IOException {
        System.arraycopy(buffer, at, buffer, 0, filled - at);
        filled -= at;
        at = 0;
        int read = in.readNBytes(buffer, filled, buffer.length - filled);
        filled += read;
        boolean ended = filled < buffer.length;
        outFilled = 0;
        // An escape that begins near the end of a chunk is whole only in the next one.
        int end = ended ? filled : filled - MAX_LENGTH;
        while (at < end) {
            byte next = buffer[at];
            if (next != '\\' || !unescape()) {
                out[outFilled++] = next;
                at++;
            }
        }
        return Arrays.copyOf(out, outFilled);
    }

    private boolean unescape() {
        if (at + 1 >= filled) {
            return false;
        }
        int form = SHORT_FORMS.indexOf((char) buffer[at + 1]);
        if (form >= 0) {
            out[outFilled++] = (byte) MEANINGS.charAt(form);
            at += 2;
            escaped = true;
            return true;
        }
        int unit = unit(at);
        if (unit < 0) {
            return false;
        }
        int next = Character.isHighSurrogate((char) unit) ? unit(at + MAX_LENGTH / 2) : -1;
        boolean isPair = next >= 0 && Character.isLowSurrogate((char) next);
        String text = isPair ? new String(new char[] {(char) unit, (char) next}) : String.valueOf((char) unit);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, out, outFilled, bytes.length);
        outFilled += bytes.length;
        at += isPair ? MAX_LENGTH : MAX_LENGTH / 2;
        escaped = true;
        return true;
    }

    /** Returns the code unit that is escaped at a place, or -1. */
    private int unit(int from) {
        if (from + MAX_LENGTH / 2 > filled || buffer[from] != '\\' || buffer[from + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        for (int i = from + 2; i < from + MAX_LENGTH / 2; i++) {
            int digit = Character.digit((char) buffer[i], HEX);
            if (digit < 0) {
                return -1;
            }
            unit = unit * HEX + digit;
        }
        return unit;
    }
}
