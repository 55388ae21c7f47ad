package dev.daybook.spi;

import dev.daybook.model.Embedding;
import java.util.List;

/** An embedder with one model for queries and another one for documents. */
record PairedEmbedder(Embedder queries, Embedder documents) implements Embedder {

    PairedEmbedder {
        if (queries.dimensions() != documents.dimensions()) {
            throw new IllegalArgumentException("queries has " + queries.dimensions() + " dimensions and documents has "
                    + documents.dimensions() + "; use two models that were trained as a pair");
        }
    }

    @Override
    public String name() {
        return documents.name() + "+" + queries.name();
    }

    @Override
    public int dimensions() {
        return documents.dimensions();
    }

    @Override
    public void prepare() {
        queries.prepare();
    }

    @Override
    public List<Embedding> embedQueries(List<String> texts) {
        return queries.embedQueries(texts);
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return documents.embedDocuments(texts);
    }
}
