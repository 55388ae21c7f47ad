package dev.daybook.server.importing.table;

import dev.daybook.server.json.Utf8Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a CSV file (RFC 4180) under its header, one at a time. The delimiter is the comma, the semicolon or the
 * tab, whichever is most frequent in the header. A quoted field may contain delimiters, line breaks and doubled quotes.
 */
public final class CsvRows implements TableRows {

    /** Bounds a row whose closing quote is missing. */
    private static final int MAX_ROW_BYTES = 32 << 20;

    private final InputStream in;
    private final ByteArrayOutputStream row = new ByteArrayOutputStream();
    private final List<String> header;
    private final char delimiter;
    private long number;
    private boolean isTooLong;
    private boolean isOpen;

    /** @throws IllegalArgumentException if the header cannot be read */
    public CsvRows(InputStream in) throws IOException {
        this.in = in;
        String first = readRow() ? text() : "";
        String names = first.startsWith("\uFEFF") ? first.substring(1) : first;
        this.delimiter = delimiter(names);
        this.header = fields(names);
    }

    /** Goes to the next row that is not empty; false at the end. */
    @Override
    public boolean advance() throws IOException {
        do {
            if (!readRow()) {
                return false;
            }
            number++;
        } while (row.size() == 0 && !isTooLong);
        return true;
    }

    /** Returns the number of this row, from 1 after the header. */
    @Override
    public long number() {
        return number;
    }

    /**
     * Returns the fields of this row by their columns; an empty field is null.
     *
     * @throws IllegalArgumentException if the row is not UTF-8, too long, or has another number of fields
     */
    @Override
    public Map<String, @Nullable Object> fields() {
        List<String> fields = fields(text());
        if (fields.size() != header.size()) {
            throw new IllegalArgumentException("the row has " + fields.size() + " fields, but the header has "
                    + header.size() + "; quote the fields that contain delimiters");
        }
        Map<String, @Nullable Object> named = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            named.put(header.get(i), fields.get(i).isEmpty() ? null : fields.get(i));
        }
        return named;
    }

    private String text() {
        if (isTooLong) {
            throw new IllegalArgumentException(
                    "the row is longer than " + (MAX_ROW_BYTES >> 20) + " MB; close its quotes");
        }
        if (isOpen) {
            throw new IllegalArgumentException(
                    "the file ends inside a quoted field; it is truncated, or a quote is missing");
        }
        return Utf8Text.text("the row", row.toByteArray());
    }

    /** Reads the bytes up to the next line break outside quotes; false at the end of the file. */
    private boolean readRow() throws IOException {
        row.reset();
        isTooLong = false;
        isOpen = false;
        int c = in.read();
        if (c < 0) {
            return false;
        }
        for (; c >= 0 && (c != '\n' || isOpen); c = in.read()) {
            isOpen ^= c == '"';
            if (row.size() == MAX_ROW_BYTES) {
                isTooLong = true;
                row.reset();
            }
            if (!isTooLong && (c != '\r' || isOpen)) {
                row.write(c);
            }
        }
        return true;
    }

    private List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean isQuoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && isQuoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                field.append(c);
                i++;
            } else if (c == '"') {
                isQuoted = !isQuoted;
            } else if (c == delimiter && !isQuoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return fields;
    }

    private static char delimiter(String header) {
        char most = ',';
        for (char candidate : new char[] {';', '\t'}) {
            most = count(header, candidate) > count(header, most) ? candidate : most;
        }
        return most;
    }

    private static long count(String text, char c) {
        return text.chars().filter(each -> each == c).count();
    }
}
