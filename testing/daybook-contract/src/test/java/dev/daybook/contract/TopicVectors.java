package dev.daybook.contract;

import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An embedder by topic: texts with the same first known word are near each other. Counts its queries. */
final class TopicVectors implements Embedder {

    private static final List<String> TOPICS = List.of("tea", "job", "bike", "cat", "garden", "piano");

    private final List<List<String>> questions = new ArrayList<>();

    /** Returns the queries, in order. */
    synchronized List<List<String>> questions() {
        return List.copyOf(questions);
    }

    @Override
    public String name() {
        return "topics";
    }

    @Override
    public int dimensions() {
        return TOPICS.size() + 1;
    }

    @Override
    public synchronized List<Embedding> embedQueries(List<String> texts) {
        questions.add(List.copyOf(texts));
        return embedDocuments(texts);
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return texts.stream().map(this::vector).toList();
    }

    private Embedding vector(String text) {
        float[] vector = new float[dimensions()];
        vector[topic(text)] = 1;
        return Embedding.of(vector);
    }

    static int topic(String text) {
        for (String word : text.toLowerCase(Locale.ROOT).split("\\W+")) {
            if (TOPICS.contains(word)) {
                return TOPICS.indexOf(word);
            }
        }
        return TOPICS.size();
    }
}
