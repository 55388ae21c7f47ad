package dev.daybook.server.cli.administration;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Checks the first bytes of a text input, so that a wrong format gives one error instead of one for each line. */
final class InputKind {

    private static final int LOOKED_AT = 4096;

    private InputKind() {}

    /**
     * Returns the stream if its first bytes may be text.
     *
     * @throws IllegalArgumentException if it is compressed, a database or otherwise binary
     */
    static InputStream requireText(String file, InputStream in) throws IOException {
        InputStream buffered = new BufferedInputStream(in, 1 << 16);
        buffered.mark(LOOKED_AT);
        byte[] start = buffered.readNBytes(LOOKED_AT);
        buffered.reset();
        // Latin-1 maps every byte to one character, so the beginning can be compared as text.
        String first = new String(start, StandardCharsets.ISO_8859_1);
        String name = file.equals("-") ? "the input from stdin" : "FILE '" + file + "'";
        if (first.startsWith("\u001f\u008b")) {
            throw new IllegalArgumentException(
                    name + " is compressed with gzip; unpack it: gzip -dc FILE | daybook import -");
        }
        if (first.startsWith("PK\u0003\u0004")) {
            throw new IllegalArgumentException(name + " is a zip archive; unpack it, then import the file in it");
        }
        if (first.startsWith("(\u00b5/\u00fd")) {
            throw new IllegalArgumentException(
                    name + " is compressed with zstd; unpack it: zstd -dc FILE | daybook import -");
        }
        if (first.startsWith("SQLite format 3\0")) {
            throw new IllegalArgumentException(name
                    + " is an SQLite database; name its program with --from, or use 'daybook restore' for a backup");
        }
        if (first.startsWith("\u00ff\u00fe") || first.startsWith("\u00fe\u00ff")) {
            throw new IllegalArgumentException(name + " is UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE");
        }
        if (first.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    name + " is binary: its byte " + (first.indexOf('\0') + 1) + " is 0; give JSON lines in UTF-8");
        }
        return buffered;
    }
}
