package dev.daybook.bench.child;

import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An embedder that looks the vector of a query up in a table, so that no model is part of a measurement. Each write brings
 * its own vector. Only derived texts have none; they get the zero vector, which is near to no query.
 */
final class VectorLookup implements Embedder {

    private final Map<String, Embedding> vectors = new ConcurrentHashMap<>();
    private final int dimensions;

    VectorLookup(int dimensions) {
        this.dimensions = dimensions;
    }

    void put(String text, Embedding vector) {
        vectors.put(text, vector);
    }

    @Override
    public String name() {
        return "benchmark-vectors-" + dimensions;
    }

    @Override
    public int dimensions() {
        return dimensions;
    }

    @Override
    public List<Embedding> embedQueries(List<String> texts) {
        return texts.stream().map(this::vector).toList();
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return Collections.nCopies(texts.size(), Embedding.of(new float[dimensions]));
    }

    private Embedding vector(String text) {
        Embedding vector = vectors.get(text);
        if (vector == null) {
            throw new IllegalStateException("the benchmark asks a query that it has no vector for");
        }
        return vector;
    }
}
