package dev.daybook.server.importing;

/** A listener for the progress of an import; it is called often and must be fast. */
public interface ImportListener {

    /** Ignores all calls. */
    ImportListener NONE = new ImportListener() {};

    /** A line or row was read; it is written or waits for its batch. */
    default void read(SourceLocation sourceLocation, ImportReport report) {}

    /**
     * The number of written entries that have a vector, or whose embedding is given up for now.
     *
     * @param all the number of written entries that need a vector
     */
    default void embedded(long done, long all) {}
}
