package dev.daybook.testkit;

import dev.daybook.internal.hash.HashVectors;
import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.util.List;

/**
 * An embedder for tests, without a model: the vector of a text is a random direction, the same for the same text. It finds
 * equal texts only; texts with like meaning are not near each other. Vectors have length 1 and are the same on every machine.
 *
 * <p>Thread-safe. A text with a lone surrogate is an {@link IllegalArgumentException}.
 */
public final class HashEmbedder implements Embedder {

    private final HashVectors vectors;

    /** Makes an embedder of 384 dimensions. */
    public HashEmbedder() {
        this(HashVectors.DEFAULT_DIMENSIONS);
    }

    /** @throws IllegalArgumentException if dimensions is zero or below */
    public HashEmbedder(int dimensions) {
        this.vectors = new HashVectors(dimensions);
    }

    @Override
    public String name() {
        return vectors.name();
    }

    @Override
    public int dimensions() {
        return vectors.dimensions();
    }

    @Override
    public List<Embedding> embedQueries(List<String> texts) {
        return embedDocuments(texts);
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return texts.stream().map(vectors::embed).toList();
    }
}
