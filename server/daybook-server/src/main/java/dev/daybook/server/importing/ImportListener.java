package dev.daybook.server.importing;

import dev.daybook.server.importing.source.SourceLocation;
import java.io.InputStream;

/** A listener for the progress of an import; it is called often and must be fast. */
public interface ImportListener {

    /** Ignores all calls. */
    ImportListener NONE = new ImportListener() {};

    /** A line or row was read; it is written or waits for its batch. */
    default void read(SourceLocation sourceLocation, ImportReport report) {}

    /**
     * Returns a stream that counts its bytes as they are read.
     *
     * @param length the bytes of all streams together
     */
    default InputStream counted(InputStream in, long length) {
        return in;
    }

    /**
     * The number of written entries that have a vector, or whose embedding is given up for now.
     *
     * @param all the number of written entries that need a vector
     */
    default void embedded(long done, long all) {}
}
