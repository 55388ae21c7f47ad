package dev.daybook.codec;

import dev.daybook.data.EmbedderException;
import dev.daybook.data.Embedding;
import dev.daybook.spi.Embedder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks an embedder and checks what it gives back, once for all embedders. */
public final class Vectors {

    /** What any embedder can embed if it works at all; a failure at it may be told, for nobody said it. */
    public static final String PROBE = "daybook";

    private Vectors() {}

    /**
     * The vectors of some distinct documents, by text.
     *
     * @throws EmbedderException if the embedder gives another number of vectors, or one of another width
     */
    public static Map<String, Embedding> ofDocuments(Embedder embedder, List<String> texts) {
        List<Embedding> vectors =
                texts.isEmpty() ? List.of() : checked(embedder, () -> embedder.embedDocuments(texts), texts.size());
        Map<String, Embedding> byText = new HashMap<>();
        for (int i = 0; i < texts.size(); i++) {
            byText.put(texts.get(i), vectors.get(i));
        }
        return byText;
    }

    /**
     * The vectors of some questions, in their order, asked for at once.
     *
     * @throws EmbedderException if the embedder gives another number of vectors, or one of another width
     */
    public static List<Embedding> ofQueries(Embedder embedder, List<String> texts) {
        return texts.isEmpty() ? List.of() : checked(embedder, () -> embedder.embedQueries(texts), texts.size());
    }

    /**
     * The vector of a question.
     *
     * @throws EmbedderException if the embedder gives another number of vectors, or one of another width
     */
    public static Embedding ofQuery(Embedder embedder, String text) {
        return ofQueries(embedder, List.of(text)).get(0);
    }

    /**
     * The vectors that a call of an embedder gives.
     *
     * @throws EmbedderException if they have another shape than the embedder says, or it lacks a library
     */
    static List<Embedding> checked(
            Embedder embedder, Supplier<? extends @Nullable List<? extends @Nullable Embedding>> call, int expected) {
        List<? extends @Nullable Embedding> vectors;
        try {
            vectors = call.get();
        } catch (LinkageError missing) {
            throw new EmbedderException(
                    named(embedder) + " lacks a library (" + missing
                            + "); install it, use another embedder, or search by words only",
                    missing);
        }
        if (vectors == null) {
            throw new EmbedderException(
                    named(embedder) + " gave null for " + expected + " texts; it must give one vector for each");
        }
        if (vectors.size() != expected) {
            throw new EmbedderException(named(embedder) + " gave " + vectors.size() + " vectors for " + expected
                    + " texts; it must give one for each");
        }
        for (int i = 0; i < expected; i++) {
            check(embedder, vectors.get(i), i);
        }
        return List.copyOf(vectors);
    }

    private static void check(Embedder embedder, @Nullable Embedding vector, int place) {
        if (vector == null) {
            throw new EmbedderException(
                    named(embedder) + " gave null as vector " + place + "; it must give one for each text");
        }
        if (vector.dimensions() != embedder.dimensions()) {
            throw new EmbedderException(named(embedder) + " gave a vector of " + vector.dimensions()
                    + " dimensions; it says it has " + embedder.dimensions()
                    + "; open the daybook with an embedder of the width it names");
        }
    }

    static String named(Embedder embedder) {
        return "embedder " + embedder.name();
    }
}
