package dev.daybook.langchain4j;

import dev.daybook.error.ModelException;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.request.EmbeddingRequestParameters;
import java.util.List;
import java.util.Objects;

/**
 * Adapts any {@code EmbeddingModel} of LangChain4j. Passes on whether a text is a query or a document, to models that
 * distinguish them. As thread-safe as the model. Throws {@link ModelException}.
 */
public final class LangChain4jEmbedder implements Embedder {

    /** Stands for a blank text, which LangChain4j and most servers reject. A full stop has as little meaning. */
    private static final String BLANK_STAND_IN = ".";

    private final String name;
    private final int dimensions;
    private final EmbeddingModel model;

    private LangChain4jEmbedder(String name, int dimensions, EmbeddingModel model) {
        this.name = name;
        this.dimensions = dimensions;
        this.model = model;
    }

    /**
     * Creates an embedder without calling the model.
     *
     * @param name identifies the vectors for good: model, quantisation and revision; not blank
     * @param dimensions the length of the vectors, at least 1
     */
    public static LangChain4jEmbedder of(String name, int dimensions, EmbeddingModel model) {
        if (dimensions < 1) {
            throw new IllegalArgumentException("dimensions is " + dimensions + "; give 1 or more");
        }
        return new LangChain4jEmbedder(NameCheck.checked(name), dimensions, Objects.requireNonNull(model, "model"));
    }

    /**
     * Creates an embedder with the dimensions that the model reports, which may take a call.
     *
     * @throws ModelException if the model fails
     */
    public static LangChain4jEmbedder of(String name, EmbeddingModel model) {
        NameCheck.checked(name);
        NullChecks.present("model", model);
        int dimensions;
        try {
            dimensions = model.dimension();
        } catch (RuntimeException e) {
            throw ModelFailures.of(name, e);
        }
        return of(name, dimensions, model);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int dimensions() {
        return dimensions;
    }

    @Override
    public List<Embedding> embedQueries(List<String> texts) {
        return embed(texts, EmbeddingInputType.QUERY);
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return embed(texts, EmbeddingInputType.DOCUMENT);
    }

    private List<Embedding> embed(List<String> texts, EmbeddingInputType type) {
        if (texts.isEmpty()) {
            return List.of();
        }
        List<TextSegment> segments = texts.stream()
                .map(text -> TextSegment.from(text.isBlank() ? BLANK_STAND_IN : text))
                .toList();
        List<dev.langchain4j.data.embedding.Embedding> vectors;
        try {
            vectors = vectors(segments, type);
        } catch (RuntimeException e) {
            throw ModelFailures.of(name, e);
        }
        return vectors.stream().map(vector -> Embedding.of(vector.vector())).toList();
    }

    private List<dev.langchain4j.data.embedding.Embedding> vectors(
            List<TextSegment> segments, EmbeddingInputType type) {
        if (!model.supportedParameters().contains(EmbeddingRequestParameters.INPUT_TYPE)) {
            return model.embedAll(segments).content();
        }
        return model.embed(EmbeddingRequest.builder()
                        .textSegments(segments)
                        .inputType(type)
                        .build())
                .embeddings();
    }
}
