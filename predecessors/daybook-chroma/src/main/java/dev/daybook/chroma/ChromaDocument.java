package dev.daybook.chroma;

import dev.daybook.model.Embedding;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A row of a collection, as read or as written.
 *
 * @param metadata its keys; in a write, null removes a key and an absent key stays
 * @param text the document of the row; null: none when read, unchanged when written
 * @param embedding its vector; null: not requested when read, unchanged when written
 */
record ChromaDocument(
        String id,
        ObjectNode metadata,
        @Nullable String text,
        @Nullable Embedding embedding) {}
