package dev.daybook.server.importing.chat;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.importing.history.HistoryFormat;
import dev.daybook.server.importing.source.SourceLocation;
import dev.daybook.server.importing.table.CsvRows;
import dev.daybook.server.importing.table.MailRows;
import dev.daybook.server.importing.table.TableRows;
import dev.daybook.server.importing.table.WhatsAppRows;
import dev.daybook.server.json.JsonElements;
import dev.daybook.server.json.JsonLines;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documents of one file of a chat history, one at a time: lines, elements of an array, or rows of a table. */
interface HistoryDocuments {

    /** Goes to the next document; false at the end. */
    boolean advance() throws IOException;

    /** Returns the place of this document. */
    SourceLocation place();

    /** Returns the name of the list of this document: the file, and a number after the first list in it. */
    String list();

    /**
     * Parses this document.
     *
     * @return an object, or an array of them; null for an empty line
     * @throws IllegalArgumentException if it is unreadable
     */
    @Nullable
    Object value();

    /** Opens the documents of a file by its format and its name, and those of a table by its first character. */
    static HistoryDocuments of(HistoryFormat format, HistoryFile file, InputStream in) throws IOException {
        InputStream buffered = new BufferedInputStream(in, 1 << 16);
        String name = file.name();
        if (format == HistoryFormat.WHATSAPP) {
            try (InputStream dates = file.unpacked()) {
                return new Rows(name, "message", new WhatsAppRows(name, buffered, WhatsAppRows.DateOrder.of(dates)));
            }
        }
        if (format == HistoryFormat.MBOX) {
            return new Rows(name, "mail", new MailRows(buffered));
        }
        if (format == HistoryFormat.TABLE && !isJson(buffered)) {
            return new Rows(name, "row", new CsvRows(buffered));
        }
        return name.endsWith(".jsonl")
                ? new Lines(name, new JsonLines(buffered))
                : new Elements(name, new JsonElements(buffered, format.lists()));
    }

    private static boolean isJson(InputStream in) throws IOException {
        in.mark(64);
        String start = new String(in.readNBytes(64), StandardCharsets.UTF_8).strip();
        in.reset();
        return start.startsWith("{") || start.startsWith("[");
    }

    /** The lines of a log: a torn line is only one. */
    record Lines(String list, JsonLines lines) implements HistoryDocuments {

        @Override
        public boolean advance() {
            return lines.advance();
        }

        @Override
        public SourceLocation place() {
            return SourceLocation.line(lines.number());
        }

        @Override
        public @Nullable Object value() {
            String text = lines.text();
            return text.isBlank() ? null : PlainJson.readLenient(text);
        }
    }

    /** The objects of an array. */
    record Elements(String file, JsonElements elements) implements HistoryDocuments {

        @Override
        public boolean advance() {
            return elements.advance();
        }

        @Override
        public SourceLocation place() {
            return new SourceLocation("conversation", elements.number());
        }

        @Override
        public String list() {
            return elements.arrays() == 0 ? file : file + " " + (elements.arrays() + 1);
        }

        @Override
        public @Nullable Object value() {
            return PlainJson.readLenient(elements.text());
        }
    }

    /** The rows of a table, a chat or a mailbox. */
    record Rows(String list, String unit, TableRows rows) implements HistoryDocuments {

        @Override
        public boolean advance() throws IOException {
            return rows.advance();
        }

        @Override
        public SourceLocation place() {
            return new SourceLocation(unit, rows.number());
        }

        @Override
        public Object value() {
            return rows.fields();
        }
    }

    /** Returns the object of this document, or its first one; empty if it is unreadable. */
    default Map<String, @Nullable Object> object() {
        try {
            Object value = value();
            return JsonFields.object("it", value instanceof List<?> list && !list.isEmpty() ? list.get(0) : value);
        } catch (IllegalArgumentException unreadable) {
            return Map.of();
        }
    }
}
