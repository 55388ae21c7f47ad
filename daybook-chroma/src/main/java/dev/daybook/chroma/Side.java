package dev.daybook.chroma;

import dev.daybook.data.Embedding;
import tools.jackson.databind.node.ObjectNode;

/** The collection of a space that only Daybook reads. Its rows have vectors of one number, since each must have one. */
final class Side {

    static final String SPACE = Keys.PREFIX + "space";

    /** After so many changes Chroma writes its index down; until then each write reads all changes again. */
    private static final int SYNC_AFTER = 100;

    private Side() {}

    static ObjectNode configuration() {
        ObjectNode configuration = Filters.object();
        configuration.putObject("hnsw").put("sync_threshold", SYNC_AFTER).put("batch_size", SYNC_AFTER / 2);
        return configuration;
    }

    /** Nobody searches by it; that they differ keeps the index of the server in good shape. */
    static Embedding embedding(String id) {
        return Embedding.of(id.hashCode());
    }
}
