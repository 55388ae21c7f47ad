package dev.daybook.server.importing;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rows of Chroma's collections, from its folder or from a server. */
interface ChromaRows extends AutoCloseable {

    /**
     * A row.
     *
     * @param document its text, or null
     * @param metadata texts, numbers and booleans by name
     */
    record Row(String id, @Nullable String document, Map<String, @Nullable Object> metadata) {}

    /** Where this is, for messages. */
    String name();

    List<String> collections();

    /** Gives the rows of a collection that is there, in the order in which they were written. */
    void each(String collection, Consumer<Row> reader);

    @Override
    void close();

    /**
     * Checks that a collection is there.
     *
     * @param remedy what to do if it is not
     */
    default void require(String collection, String remedy) {
        if (!collections().contains(collection)) {
            throw new IllegalArgumentException("there is no collection '" + collection + "' in " + name()
                    + ", which has " + (collections().isEmpty() ? "none" : String.join(", ", collections()))
                    + "; " + remedy);
        }
    }
}
