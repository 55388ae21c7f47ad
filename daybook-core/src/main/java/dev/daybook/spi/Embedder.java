package dev.daybook.spi;

import dev.daybook.data.Embedding;
import java.util.List;

/**
 * Turns texts into vectors. Thread-safe. The same text gives the same vector, alone or in a batch. The library checks
 * the shape of every answer.
 */
public interface Embedder {

    /**
     * Names the model with its quantisation and revision: vectors are only ever compared with vectors of the same name.
     */
    String name();

    /** How many numbers a vector has. */
    int dimensions();

    /** One vector for each question, in order. */
    List<Embedding> embedQueries(List<String> texts);

    /** One vector for each text to be found, in order. */
    List<Embedding> embedDocuments(List<String> texts);
}
