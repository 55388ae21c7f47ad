package dev.daybook.server.importing.chat;

import java.io.IOException;
import java.io.InputStream;

/**
 * A file of a chat history.
 *
 * @param name its name without folders
 * @param size its size in bytes, unpacked
 * @param packed its size in bytes as it is stored
 * @param opening opens it
 */
record HistoryFile(String name, long size, long packed, Opening opening) {

    /** Opens a file, or an entry of an archive. */
    interface Opening {
        InputStream open() throws IOException;
    }

    /** Opens the file unpacked, within the limit of inflation. */
    InputStream unpacked() throws IOException {
        InputStream in = opening.open();
        return packed == size ? in : new InflationLimit(in, packed);
    }
}
