package dev.daybook.codec;

import dev.daybook.data.Embedding;
import java.util.Collections;
import java.util.List;

/**
 * The vectors of an entry by one embedder.
 *
 * @param entry of the entry as a whole
 * @param messages of each of its messages
 */
public record EntryVectors(Embedding entry, List<Embedding> messages) {

    public EntryVectors {
        messages = List.copyOf(messages);
    }

    /** A vector that the caller supplied stands for the entry and for each of its messages. */
    public static EntryVectors supplied(Embedding embedding, int messages) {
        return new EntryVectors(embedding, Collections.nCopies(messages, embedding));
    }
}
