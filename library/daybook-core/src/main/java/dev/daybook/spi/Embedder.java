package dev.daybook.spi;

import dev.daybook.model.Embedding;
import java.util.List;
import java.util.function.Function;

/**
 * Computes the vectors of texts for semantic search. Thread-safe. {@link #of} makes one of a function.
 *
 * <p>The same text gives the same vector, alone or in a batch, in every thread. A batch gives one vector for each text,
 * in order, none of them null, each with {@link #dimensions()} finite numbers. Different texts usually give different
 * vectors. {@code EmbedderContract} in {@code daybook-testkit} tests all of this; extend it for an embedder of your
 * own.
 *
 * <p>The library checks the shape of each answer. A wrong shape, or a missing native library, is an
 * {@link dev.daybook.error.EmbedderException} for a semantic search; entries written meanwhile wait for their vectors
 * until the embedder works. An embedder that knows the cause of its failure, such as a model that does not load, throws
 * an EmbedderException itself, or a {@link dev.daybook.error.ModelException} behind a network. Messages of these two are
 * logged, so they must not contain a text; messages of other exceptions are shown only for a text that no user wrote.
 *
 * <p>The library passes no empty list and no blank document. Documents have any length, any language, and line breaks.
 * An {@link IllegalArgumentException} refuses a text that cannot be embedded: its entry stays without a vector, and no
 * other entry is affected.
 */
public interface Embedder {

    /**
     * Returns an embedder of a function, the same for documents and queries:
     * {@code Embedder.of("my-model-v2", 768, texts -> client.embed(texts))}. An empty list gives an empty list without
     * a call of the function.
     *
     * @param name the name of the model with its quantisation and revision, see {@link #name()}
     * @param width the number of dimensions of each vector, above 0
     * @param function computes one vector for each text, in order; thread-safe, and with equal results for equal texts,
     *     as {@code EmbedderContract} tests
     * @throws IllegalArgumentException if the name is blank or the width is zero or below
     */
    static Embedder of(String name, int width, Function<List<String>, List<Embedding>> function) {
        return new FunctionEmbedder(name, width, function);
    }

    /**
     * Returns an embedder with a model for each side, for models that were trained as a pair: a small one for the queries,
     * which callers wait for, and a larger one for the documents. Vectors of models that are no pair have nothing in
     * common. Its name consists of both names.
     *
     * @throws IllegalArgumentException if their vectors have different numbers of dimensions
     */
    static Embedder pair(Embedder queries, Embedder documents) {
        return new PairedEmbedder(queries, documents);
    }

    /**
     * Returns the name of the model with its quantisation and revision. Vectors are compared only with vectors of the
     * same name.
     */
    String name();

    /** Returns the number of dimensions of each vector: above 0, and always the same. */
    int dimensions();

    /**
     * Loads what the first call needs, such as a model of this process. The library calls it before the first question,
     * whose time is limited, and does not count its time. Default: nothing, which is right for a service.
     */
    default void prepare() {}

    /** Computes one vector for each query, in order. A query is blank only in a semantic search for a blank text. */
    List<Embedding> embedQueries(List<String> texts);

    /** Computes one vector for each document, in order. */
    List<Embedding> embedDocuments(List<String> texts);
}
