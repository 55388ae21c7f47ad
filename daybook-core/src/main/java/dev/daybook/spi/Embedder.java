package dev.daybook.spi;

import dev.daybook.data.Embedding;
import java.util.List;

/**
 * Turns texts into vectors. Thread-safe. The same text gives the same vector, alone or in a batch. The library checks
 * the shape of every answer: one vector for each text, none of them null, each as wide as {@link #dimensions()} says.
 * Another shape, or a missing native library, is an {@link dev.daybook.data.EmbedderException} for whoever searches by
 * meaning; what is written waits until the embedder works. An embedder that cannot load its model, or knows its cause
 * otherwise, throws one itself, or a {@link dev.daybook.data.ModelException} if it lies behind a network: their messages are
 * logged, so they hold no text. Messages of other exceptions are told only of a text that nobody said.
 *
 * <p>Documents are never blank, and a list is never empty. They are otherwise what was said: of any length, with line breaks,
 * in any language. A text that cannot be embedded is refused with an {@link IllegalArgumentException}; that costs its entry
 * its vector, and no other.
 */
public interface Embedder {

    /**
     * Names the model with its quantisation and revision: vectors are only ever compared with vectors of the same name.
     */
    String name();

    /** How many numbers a vector has; above 0, and always the same. */
    int dimensions();

    /** One vector for each question, in order. Blank only if somebody searches by meaning for a blank text. */
    List<Embedding> embedQueries(List<String> texts);

    /** One vector for each text to be found, in order. */
    List<Embedding> embedDocuments(List<String> texts);
}
