package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;

/** Reads the documents of one file of a chat history in their order: the elements of an array, or the lines of a log. */
public interface HistoryReader {

    /**
     * Passes on the messages of a document.
     *
     * @throws IllegalArgumentException if the document cannot be read; the next one may be
     */
    void read(JsonFields document);
}
