package dev.daybook.recall;

import dev.daybook.codec.Vectors;
import dev.daybook.data.Embedding;
import dev.daybook.spi.Embedder;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The vectors of the last questions: an agent asks the same thing more than once a turn. Bounded by bytes, as whoever may
 * ask chooses how long a question is. Thread-safe.
 */
final class QueryCache {

    private static final int QUESTIONS = 1_000;

    /** So many questions of a sentence with vectors of a usual width are well below. */
    static final long MOST_BYTES = 4_000_000;

    /** A longer question is a pasted document, and hardly asked twice. */
    static final int LONGEST_QUESTION = 2_000;

    /** What an element of the map takes beside its text and its vector. */
    private static final long ELEMENT_BYTES = 200;

    private record Asked(String embedder, String question) {}

    /** The one used longest ago comes first. */
    private final Map<Asked, Embedding> vectors = new LinkedHashMap<>(16, 0.75f, true);

    private long bytes;

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
        if (question.length() <= LONGEST_QUESTION) {
            keep(asked, vector);
        }
        return vector;
    }

    private void keep(Asked asked, Embedding vector) {
        synchronized (vectors) {
            Embedding before = vectors.put(asked, vector);
            bytes += bytes(asked, vector) - (before == null ? 0 : bytes(asked, before));
            Iterator<Map.Entry<Asked, Embedding>> oldestFirst =
                    vectors.entrySet().iterator();
            while ((bytes > MOST_BYTES || vectors.size() > QUESTIONS) && oldestFirst.hasNext()) {
                Map.Entry<Asked, Embedding> oldest = oldestFirst.next();
                bytes -= bytes(oldest.getKey(), oldest.getValue());
                oldestFirst.remove();
            }
        }
    }

    private static long bytes(Asked asked, Embedding vector) {
        return ELEMENT_BYTES
                + (long) Character.BYTES * asked.question().length()
                + (long) Float.BYTES * vector.dimensions();
    }

    /** About how much memory it takes. */
    long bytes() {
        synchronized (vectors) {
            return bytes;
        }
    }

    void clear() {
        synchronized (vectors) {
            vectors.clear();
            bytes = 0;
        }
    }
}
