package dev.daybook.server.importing;

/** Is told how far an import has come, often; what it does must be cheap. */
public interface ImportListener {

    /** Nobody listens. */
    ImportListener NONE = new ImportListener() {};

    /** A line or row was read, and written or waits to be written with its batch. */
    default void read(Place place, ImportReport report) {}

    /**
     * So many of the entries that were written and wanted a vector have one, or are given up for now.
     *
     * @param all how many wanted one
     */
    default void embedded(long done, long all) {}
}
