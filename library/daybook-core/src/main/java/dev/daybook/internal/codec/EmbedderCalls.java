package dev.daybook.internal.codec;

import dev.daybook.error.EmbedderException;
import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls an embedder and validates the shape of its vectors. */
public final class EmbedderCalls {

    /** A text that every working embedder can embed. A failure on it may be logged, because it is not stored text. */
    public static final String PROBE = "daybook";

    private EmbedderCalls() {}

    /**
     * Embeds distinct documents; returns the vectors by text.
     *
     * @throws EmbedderException if the number or the width of the vectors is wrong
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
     * Embeds queries in one call; returns the vectors in order.
     *
     * @throws EmbedderException if the number or the width of the vectors is wrong
     */
    public static List<Embedding> ofQueries(Embedder embedder, List<String> texts) {
        return texts.isEmpty() ? List.of() : checked(embedder, () -> embedder.embedQueries(texts), texts.size());
    }

    /**
     * Embeds a query.
     *
     * @throws EmbedderException if the number or the width of the vectors is wrong
     */
    public static Embedding ofQuery(Embedder embedder, String text) {
        return ofQueries(embedder, List.of(text)).get(0);
    }

    /**
     * Calls an embedder and validates the vectors.
     *
     * @throws EmbedderException if the number or the width of the vectors is wrong, or a library is missing
     */
    static List<Embedding> checked(
            Embedder embedder, Supplier<? extends @Nullable List<? extends @Nullable Embedding>> call, int expected) {
        List<? extends @Nullable Embedding> vectors;
        try {
            vectors = call.get();
        } catch (LinkageError missing) {
            throw new EmbedderException(
                    named(embedder) + " lacks a library (" + missing
                            + "); install it, use another embedder, or use keyword search only",
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
                    + "; use an embedder whose vectors have the stated width");
        }
    }

    static String named(Embedder embedder) {
        return "embedder " + embedder.name();
    }
}
