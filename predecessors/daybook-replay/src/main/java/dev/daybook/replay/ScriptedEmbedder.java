package dev.daybook.replay;

import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import dev.daybook.testkit.HashEmbedder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Gives the vectors of a scenario, as they stand there: also one of a width that it says it has not. Thread-safe. */
final class ScriptedEmbedder implements Embedder {

    private static final int DEFAULT_DIMENSIONS = 384;

    private final Map<String, Embedding> vectors;
    private final Embedder others;
    private final boolean isScripted;

    private ScriptedEmbedder(Map<String, Embedding> vectors, Embedder others) {
        this.vectors = new ConcurrentHashMap<>(vectors);
        this.others = others;
        this.isScripted = !vectors.isEmpty() || others instanceof Always;
    }

    /** The embedder of a scenario: its scripted vectors, else a hash embedder of the width it names. */
    static ScriptedEmbedder of(RecordedScenario scenario) {
        Embedding otherwise = scenario.otherwise();
        if (otherwise != null) {
            return new ScriptedEmbedder(scenario.embeddings(), new Always(otherwise));
        }
        Integer named = scenario.dimensions();
        int dimensions = named != null
                ? named
                : scenario.embeddings().values().stream()
                        .findFirst()
                        .map(Embedding::dimensions)
                        .orElse(DEFAULT_DIMENSIONS);
        return new ScriptedEmbedder(scenario.embeddings(), new HashEmbedder(dimensions));
    }

    /** The same of a width of its own; the vector of any other text has only its last number, which is 1. */
    static ScriptedEmbedder ending(RecordedScenario scenario, int dimensions) {
        if (!scenario.scripted()) {
            return of(scenario);
        }
        float[] last = new float[dimensions];
        last[dimensions - 1] = 1;
        Embedding given = scenario.otherwise();
        return new ScriptedEmbedder(
                scenario.embeddings(),
                new Always(given != null && given.dimensions() == dimensions ? given : Embedding.of(last)));
    }

    /**
     * The vector that the scenario names for a text, if it names vectors at all. An application that has its own vectors
     * supplies them with its writes, so one of another width is refused at once.
     */
    Optional<Embedding> supplied(String text) {
        return isScripted ? Optional.of(vector(text)) : Optional.empty();
    }

    /** @throws IllegalArgumentException if the scenario names a vector of another width for a text */
    void requireWidth(String text) {
        int width = vector(text).dimensions();
        if (width != dimensions()) {
            throw new IllegalArgumentException("the text's vector has " + width + " dimensions, the embedder "
                    + dimensions() + "; give one of that width");
        }
    }

    /** Adds to the script. */
    void script(String text, Embedding vector) {
        vectors.put(text, vector);
    }

    @Override
    public String name() {
        return "scripted-" + others.dimensions();
    }

    @Override
    public int dimensions() {
        return others.dimensions();
    }

    @Override
    public List<Embedding> embedQueries(List<String> texts) {
        return texts.stream().map(this::vector).toList();
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return texts.stream().map(this::vector).toList();
    }

    private Embedding vector(String text) {
        Embedding named = vectors.get(text);
        return named == null ? others.embedDocuments(List.of(text)).get(0) : named;
    }

    /** One vector for all texts. */
    private record Always(Embedding vector) implements Embedder {

        @Override
        public String name() {
            return "always";
        }

        @Override
        public int dimensions() {
            return vector.dimensions();
        }

        @Override
        public List<Embedding> embedQueries(List<String> texts) {
            return embedDocuments(texts);
        }

        @Override
        public List<Embedding> embedDocuments(List<String> texts) {
            return texts.stream().map(text -> vector).toList();
        }
    }
}
