package dev.daybook.server.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Looks at the first bytes of what should be lines of text: one error that says what it is, not one for each line. */
final class InputKind {

    private static final int LOOKED_AT = 4096;

    private InputKind() {}

    /**
     * The same stream, if it may be text.
     *
     * @throws IllegalArgumentException if it is packed, a database, or otherwise no text
     */
    static InputStream requireText(String file, InputStream in) throws IOException {
        InputStream buffered = new BufferedInputStream(in, 1 << 16);
        buffered.mark(LOOKED_AT);
        byte[] start = buffered.readNBytes(LOOKED_AT);
        buffered.reset();
        // Every byte is one character here, so a beginning is compared as a text.
        String first = new String(start, StandardCharsets.ISO_8859_1);
        String name = file.equals("-") ? "what comes from stdin" : "FILE '" + file + "'";
        if (first.startsWith("\u001f\u008b")) {
            throw new IllegalArgumentException(
                    name + " is packed by gzip; unpack it: gzip -dc FILE | daybook import -");
        }
        if (first.startsWith("PK\u0003\u0004")) {
            throw new IllegalArgumentException(name + " is a zip archive; unpack it, then import the file in it");
        }
        if (first.startsWith("(\u00b5/\u00fd")) {
            throw new IllegalArgumentException(
                    name + " is packed by zstd; unpack it: zstd -dc FILE | daybook import -");
        }
        if (first.startsWith("SQLite format 3\0")) {
            throw new IllegalArgumentException(name
                    + " is an SQLite database; say by --from of which program, or use 'daybook restore' for a backup");
        }
        if (first.startsWith("\u00ff\u00fe") || first.startsWith("\u00fe\u00ff")) {
            throw new IllegalArgumentException(name + " is UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE");
        }
        if (first.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    name + " is no text: its byte " + (first.indexOf('\0') + 1) + " is 0; give lines of JSON in UTF-8");
        }
        return buffered;
    }
}
