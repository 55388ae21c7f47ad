package dev.daybook.server.importing.source;

/**
 * The memory of another program, opened for reading and never changed. Opening checks that it exists and has the right
 * format. To be closed.
 */
public interface ImportSource extends AutoCloseable {

    /**
     * Passes on all its entries, sources before the entries derived from them. Repeatable.
     *
     * @throws UnreadableSourceException if it cannot be read completely
     */
    void read(ImportSink importSink);

    @Override
    void close();
}
