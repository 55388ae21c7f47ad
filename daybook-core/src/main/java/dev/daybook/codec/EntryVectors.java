package dev.daybook.codec;

import dev.daybook.data.Embedding;
import dev.daybook.data.Entry;
import dev.daybook.data.Episode;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

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

    /** Those of the vector that was supplied with an entry, if one was. */
    public static Optional<EntryVectors> supplied(Entry entry) {
        return entry instanceof Episode episode
                ? Optional.ofNullable(episode.embedding())
                        .map(given -> supplied(given, episode.messages().size()))
                : Optional.empty();
    }
}
