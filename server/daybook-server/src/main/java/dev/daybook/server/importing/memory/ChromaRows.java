package dev.daybook.server.importing.memory;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rows of Chroma's collections, from a folder or from a server. */
interface ChromaRows extends AutoCloseable {

    /**
     * A row.
     *
     * @param document its text, or null
     * @param metadata texts, numbers and booleans by name
     */
    record Row(String id, @Nullable String document, Map<String, @Nullable Object> metadata) {}

    /** Returns the location, for messages. */
    String name();

    List<String> collections();

    /** Passes on the rows of an existing collection in the order of writing. */
    void each(String collection, Consumer<Row> reader);

    @Override
    void close();

    /**
     * Checks that a collection exists.
     *
     * @param remedy the remedy for the message
     */
    default void require(String collection, String remedy) {
        if (!collections().contains(collection)) {
            throw new IllegalArgumentException("there is no collection '" + collection + "' in " + name()
                    + ", which has " + (collections().isEmpty() ? "none" : String.join(", ", collections()))
                    + "; " + remedy);
        }
    }
}
