package dev.daybook.internal.erasure;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Searches bytes for texts in the forms in which programs write them: as they are, with the escapes of JSON, with those
 * of JSON within JSON, and each of them in a file of UTF-16. The numbers of pieces come first, those of short texts after
 * them.
 */
final class TextSearch {

    /** The bytes that tell a text from other content, as git does it: a text has no zero in them. */
    private static final int BEGINNING = 8_192;

    /** JSON as a text within JSON escapes everything twice; deeper nesting is not looked into. */
    private static final int NESTED_ESCAPES = 2;

    private final ByteSearch pieces;
    private final WholeValueSearch values;

    /**
     * Creates a search.
     *
     * @param pieces byte strings of at least {@value ByteSearch#KEY_BYTES} bytes
     * @param values short texts, which are found as whole values only
     */
    TextSearch(List<byte[]> pieces, List<byte[]> values) {
        this.pieces = new ByteSearch(pieces);
        this.values = new WholeValueSearch(values, pieces.size());
    }

    /** Marks what is found in a file; returns the number of bytes read. */
    long search(Path file, BitSet found) throws IOException {
        return search(() -> Files.newInputStream(file), found);
    }

    /** Marks what is found in a text. */
    void searchText(byte[] text, BitSet found) {
        try {
            search(() -> new ByteArrayInputStream(text), found);
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory can be read", e);
        }
    }

    /** Marks what is found in a record of a store, whose fields stand behind their lengths. */
    void searchRecord(byte[] record, BitSet found) {
        searchText(record, found);
        values.searchFields(record, found);
    }

    private interface Source {
        InputStream open() throws IOException;
    }

    private long search(Source source, BitSet found) throws IOException {
        byte[] beginning;
        try (InputStream in = source.open()) {
            beginning = in.readNBytes(BEGINNING);
        }
        boolean isText = isText(beginning);
        long read = escapes(source, isText, found);
        Optional<Charset> utf16 = Utf16Input.encodingOf(beginning);
        if (utf16.isPresent()) {
            escapes(() -> new Utf16Input(source.open(), utf16.get()), true, found);
        }
        return read;
    }

    private static boolean isText(byte[] beginning) {
        for (byte next : beginning) {
            if (next == 0) {
                return false;
            }
        }
        return true;
    }

    /** Searches the bytes as they are, then with their escapes undone as long as there are any. */
    private long escapes(Source source, boolean isText, BitSet found) throws IOException {
        long read;
        try (InputStream in = source.open()) {
            read = search(in, isText, found);
        }
        boolean more = true;
        for (int depth = 1; depth <= NESTED_ESCAPES && more; depth++) {
            InputStream in = source.open();
            JsonUnescaping unescaping = new JsonUnescaping(in);
            for (int inner = 1; inner < depth; inner++) {
                unescaping = new JsonUnescaping(unescaping);
            }
            try (InputStream closing = unescaping) {
                search(closing, isText, found);
                more = unescaping.hasEscapes();
            }
        }
        return read;
    }

    private long search(InputStream in, boolean isText, BitSet found) throws IOException {
        WholeValueSearch.ValuePass pass = values.pass(isText, found);
        long read = pieces.search(new Observed(in, pass), found);
        pass.end();
        return read;
    }

    /** Shows all bytes that are read to the search of short texts. */
    private static final class Observed extends FilterInputStream {

        private final WholeValueSearch.ValuePass pass;

        private Observed(InputStream in, WholeValueSearch.ValuePass pass) {
            super(in);
            this.pass = pass;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = super.read(bytes, from, length);
            pass.take(bytes, from, from + Math.max(0, read));
            return read;
        }
    }
}
