package dev.daybook.recall;

import dev.daybook.codec.Vectors;
import dev.daybook.data.Embedding;
import dev.daybook.spi.Embedder;
import java.util.LinkedHashMap;
import java.util.Map;

/** The vectors of the last questions: an agent asks the same thing more than once a turn. Thread-safe. */
final class QueryCache {

    private static final int QUESTIONS = 1_000;

    private record Asked(String embedder, String question) {}

    private final Map<Asked, Embedding> vectors = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, Embedding> eldest) {
            return size() > QUESTIONS;
        }
    };

    Embedding vector(Embedder embedder, String question) {
        Asked asked = new Asked(embedder.name(), question);
        synchronized (vectors) {
            Embedding known = vectors.get(asked);
            if (known != null) {
                return known;
            }
        }
        // Outside the lock: two who ask the same at once embed it twice, and nobody waits for another's question.
        Embedding vector = Vectors.ofQuery(embedder, question);
        synchronized (vectors) {
            vectors.put(asked, vector);
        }
        return vector;
    }

    void clear() {
        synchronized (vectors) {
            vectors.clear();
        }
    }
}
