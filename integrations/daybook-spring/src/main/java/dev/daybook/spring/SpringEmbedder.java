package dev.daybook.spring;

import dev.daybook.error.ModelException;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.embedding.EmbeddingModel;

/** Adapts any {@code EmbeddingModel} of Spring AI. As thread-safe as the model. Throws {@link ModelException}. */
public final class SpringEmbedder implements Embedder {

    /** Stands for a blank text, which most servers reject. A full stop has as little meaning. */
    private static final String BLANK_STAND_IN = ".";

    private final String name;
    private final int dimensions;
    private final EmbeddingModel model;

    private SpringEmbedder(String name, int dimensions, EmbeddingModel model) {
        this.name = name;
        this.dimensions = dimensions;
        this.model = Objects.requireNonNull(model, "model");
    }

    /**
     * Creates an embedder without calling the model.
     *
     * @param name identifies the vectors for good: model, quantisation and revision; not blank
     * @param dimensions the length of the vectors, at least 1
     */
    public static SpringEmbedder of(String name, int dimensions, EmbeddingModel model) {
        if (NullChecks.present("name", name).isBlank()) {
            throw new IllegalArgumentException("name is blank; give the name of the model, with its version");
        }
        if (dimensions < 1) {
            throw new IllegalArgumentException("dimensions is " + dimensions + "; give 1 or more");
        }
        return new SpringEmbedder(name, dimensions, model);
    }

    /**
     * Creates an embedder with the dimensions that the model reports, which may take a call.
     *
     * @throws ModelException if the model fails
     */
    public static SpringEmbedder of(String name, EmbeddingModel model) {
        NullChecks.present("model", model);
        int dimensions;
        try {
            dimensions = model.dimensions();
        } catch (RuntimeException e) {
            throw ModelTroubles.of(name, e);
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
        return embed(texts);
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return embed(texts);
    }

    private List<Embedding> embed(List<String> texts) {
        if (texts.isEmpty()) {
            return List.of();
        }
        List<String> given = texts.stream()
                .map(text -> text.isBlank() ? BLANK_STAND_IN : text)
                .toList();
        try {
            return model.embed(given).stream().map(Embedding::of).toList();
        } catch (RuntimeException e) {
            throw ModelTroubles.of(name, e);
        }
    }
}
