package dev.daybook.chroma;

import dev.daybook.model.Embedding;
import tools.jackson.databind.node.ObjectNode;

/**
 * The side collection of a space, which only Daybook reads. Chroma requires a vector per row, so its rows have vectors
 * of length 1.
 */
final class PrivateCollection {

    static final String SPACE = MetadataKeys.PREFIX + "space";

    /** The changes after which Chroma persists its index; until then each write reads all changes again. */
    private static final int SYNC_AFTER = 100;

    private PrivateCollection() {}

    static ObjectNode configuration() {
        ObjectNode configuration = RowFilters.object();
        configuration.putObject("hnsw").put("sync_threshold", SYNC_AFTER).put("batch_size", SYNC_AFTER / 2);
        return configuration;
    }

    /** Never searched, but distinct values keep the server's index balanced. */
    static Embedding embedding(String id) {
        return Embedding.of(id.hashCode());
    }
}
