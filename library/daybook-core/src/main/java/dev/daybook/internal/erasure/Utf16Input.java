package dev.daybook.internal.erasure;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A text file in UTF-16, read as UTF-8. */
final class Utf16Input extends ConvertedInput {

    private static final int CHUNK = 1 << 15;
    private static final int SNIFFED = 4;

    private final Reader reader;
    private final char[] chars = new char[CHUNK];
    private int carried;

    Utf16Input(InputStream in, Charset encoding) {
        this.reader = new InputStreamReader(in, encoding);
    }

    /**
     * Returns the byte order of a text in UTF-16: that of its mark, or of two ASCII characters at its beginning, which
     * every JSON document has (RFC 4627, section 3).
     */
    static Optional<Charset> encodingOf(byte[] beginning) {
        if (beginning.length < SNIFFED) {
            return Optional.empty();
        }
        int first = beginning[0] & 0xff;
        int second = beginning[1] & 0xff;
        if (first == 0xff && second == 0xfe || first != 0 && second == 0 && beginning[2] != 0 && beginning[3] == 0) {
            return Optional.of(StandardCharsets.UTF_16LE);
        }
        boolean isBigEndian =
                first == 0xfe && second == 0xff || first == 0 && second != 0 && beginning[2] == 0 && beginning[3] != 0;
        return isBigEndian ? Optional.of(StandardCharsets.UTF_16BE) : Optional.empty();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    @Override
    byte[] next() throws IOException {
        int read = reader.read(chars, carried, chars.length - carried);
        int length = carried + Math.max(0, read);
        // The other half of a surrogate pair comes with the next chunk.
        carried = read > 0 && Character.isHighSurrogate(chars[length - 1]) ? 1 : 0;
        byte[] utf8 = new String(chars, 0, length - carried).getBytes(StandardCharsets.UTF_8);
        chars[0] = length == 0 ? 0 : chars[length - 1];
        return utf8.length == 0 && carried > 0 ? next() : utf8;
    }
}
