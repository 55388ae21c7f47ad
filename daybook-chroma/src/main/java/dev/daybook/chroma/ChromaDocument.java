package dev.daybook.chroma;

import dev.daybook.data.Embedding;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A row of a collection, as it is read or written.
 *
 * @param metadata its keys; when it is written, null takes a key away and a key that is not named stays
 * @param text what Chroma calls its document; null: none when read, left as it is when written
 * @param embedding its vector; null: not asked for when read, left as it is when written
 */
record ChromaDocument(
        String id,
        ObjectNode metadata,
        @Nullable String text,
        @Nullable Embedding embedding) {}
