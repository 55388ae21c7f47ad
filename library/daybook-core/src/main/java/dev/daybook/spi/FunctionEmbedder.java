package dev.daybook.spi;

import dev.daybook.model.Embedding;
import java.util.List;
import java.util.function.Function;

/** An embedder of one function, for documents and queries alike. */
record FunctionEmbedder(String name, int dimensions, Function<List<String>, List<Embedding>> function)
        implements Embedder {

    FunctionEmbedder {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException(
                    "name is " + (name == null ? "null" : "blank") + "; give the name of the model with its revision");
        }
        if (dimensions < 1) {
            throw new IllegalArgumentException(
                    "width is " + dimensions + "; give the number of dimensions of each vector, above 0");
        }
        if (function == null) {
            throw new IllegalArgumentException("function is null; give one that computes a vector for each text");
        }
    }

    @Override
    public List<Embedding> embedQueries(List<String> texts) {
        return texts.isEmpty() ? List.of() : function.apply(texts);
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return texts.isEmpty() ? List.of() : function.apply(texts);
    }
}
