package dev.daybook.internal.grounding;

import dev.daybook.model.Embedding;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * The likeness of texts by cosines, above that of unrelated ones: some embedders have high cosines for any two texts. Each
 * text of a check is embedded once. Not thread-safe.
 */
final class TextCosines {

    /** Sentences about six things: what a statement has in common with them on average means nothing. */
    private static final List<String> UNRELATED = List.of(
            "The train to the coast leaves at noon.",
            "She painted the kitchen door green.",
            "Our team lost the match by two goals.",
            "He is afraid of spiders.",
            "The printer on the second floor is broken.",
            "They grow tomatoes behind the house.");

    /** An embedder whose unrelated texts are so much alike tells nothing apart. */
    private static final double ALIKE = 0.99;

    private final PausedEmbedder embedder;
    private final Map<String, Embedding> vectors = new HashMap<>();

    TextCosines(PausedEmbedder embedder) {
        this.embedder = embedder;
    }

    /**
     * Returns the likeness of a text to the one of some others that is most like it: 0 as unrelated, 1 the same; empty if
     * there is no embedder, or it does not work.
     */
    OptionalDouble likeness(String text, Collection<String> others) {
        Set<String> missing = new LinkedHashSet<>(UNRELATED);
        missing.add(text);
        missing.addAll(others);
        missing.removeIf(each -> each.isBlank() || vectors.containsKey(each));
        vectors.putAll(embedder.vectors(missing));
        double unrelated = cosines(text, UNRELATED).average().orElse(1);
        OptionalDouble highest = cosines(text, others).max();
        return highest.isEmpty() || unrelated > ALIKE
                ? OptionalDouble.empty()
                : OptionalDouble.of((highest.getAsDouble() - unrelated) / (1 - unrelated));
    }

    private DoubleStream cosines(String text, Collection<String> others) {
        Embedding sought = vectors.get(text);
        return sought == null
                ? DoubleStream.empty()
                : others.stream().map(vectors::get).filter(Objects::nonNull).mapToDouble(sought::cosine);
    }
}
