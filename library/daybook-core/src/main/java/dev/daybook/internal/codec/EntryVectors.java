package dev.daybook.internal.codec;

import dev.daybook.model.Embedding;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The vectors of an entry by one embedder.
 *
 * @param entry the vector of the whole entry
 * @param messages the vectors of its messages
 */
public record EntryVectors(Embedding entry, List<Embedding> messages) {

    public EntryVectors {
        messages = List.copyOf(messages);
    }

    /** Uses a supplied vector for the entry and each of its messages. */
    public static EntryVectors supplied(Embedding embedding, int messages) {
        return new EntryVectors(embedding, Collections.nCopies(messages, embedding));
    }

    /** Returns the vectors supplied with an entry, if any. */
    public static Optional<EntryVectors> supplied(Entry entry) {
        return entry instanceof Episode episode
                ? Optional.ofNullable(episode.embedding())
                        .map(given -> supplied(given, episode.messages().size()))
                : Optional.empty();
    }
}
