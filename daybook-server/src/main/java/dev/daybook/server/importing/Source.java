package dev.daybook.server.importing;

/**
 * A memory of another program, opened to be read. Opening it has shown that it is there and of its format; nothing in it
 * is ever changed. To be closed.
 */
public sealed interface Source extends AutoCloseable
        permits ChromaSource, HaemaSource, JeevesSqliteSource, LyraSource, McpMemorySource, RestaiSource {

    /**
     * Hands over everything it holds, what others rest on first. Reading it again hands over the same.
     *
     * @throws UnreadableSourceException if it cannot be read to its end
     */
    void read(Intake intake);

    @Override
    void close();
}
