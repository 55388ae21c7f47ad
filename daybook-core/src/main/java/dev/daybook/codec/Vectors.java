package dev.daybook.codec;

import dev.daybook.data.Embedding;
import dev.daybook.spi.Embedder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Asks an embedder and checks what it gives back, once for all embedders. */
public final class Vectors {

    private Vectors() {}

    /**
     * The vectors of some distinct documents, by text.
     *
     * @throws IllegalArgumentException if the embedder gives another number of vectors, or one of another width
     */
    public static Map<String, Embedding> ofDocuments(Embedder embedder, List<String> texts) {
        List<Embedding> vectors =
                texts.isEmpty() ? List.of() : checked(embedder, embedder.embedDocuments(texts), texts.size());
        Map<String, Embedding> byText = new HashMap<>();
        for (int i = 0; i < texts.size(); i++) {
            byText.put(texts.get(i), vectors.get(i));
        }
        return byText;
    }

    /**
     * The vectors of some questions, in their order, asked for at once.
     *
     * @throws IllegalArgumentException if the embedder gives another number of vectors, or one of another width
     */
    public static List<Embedding> ofQueries(Embedder embedder, List<String> texts) {
        return texts.isEmpty() ? List.of() : checked(embedder, embedder.embedQueries(texts), texts.size());
    }

    /**
     * The vector of a question.
     *
     * @throws IllegalArgumentException if the embedder gives another number of vectors, or one of another width
     */
    public static Embedding ofQuery(Embedder embedder, String text) {
        return checked(embedder, embedder.embedQueries(List.of(text)), 1).get(0);
    }

    private static List<Embedding> checked(Embedder embedder, List<Embedding> vectors, int expected) {
        if (vectors.size() != expected) {
            throw new IllegalArgumentException("embedder " + embedder.name() + " gave " + vectors.size()
                    + " vectors for " + expected + " texts; it must give one for each");
        }
        for (Embedding vector : vectors) {
            if (vector.dimensions() != embedder.dimensions()) {
                throw new IllegalArgumentException("embedder " + embedder.name() + " gave a vector of "
                        + vector.dimensions() + " dimensions; it says it has " + embedder.dimensions());
            }
        }
        return vectors;
    }
}
