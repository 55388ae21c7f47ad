package dev.daybook.internal.recall;

import dev.daybook.model.Embedding;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * An LRU cache of query vectors: an agent often asks the same query more than once a turn. Bounded in bytes,
 * because callers choose the length of a query. Thread-safe.
 */
final class QueryVectorCache {

    private static final int MAX_QUERIES = 1_000;

    /** Enough for about 2,000 queries of one sentence with vectors of 384 dimensions. */
    static final long MAX_BYTES = 4_000_000;

    /** A longer query is a pasted document, and is rarely key twice. */
    static final int MAX_CHARACTERS = 2_000;

    /** The memory of a map entry besides its text and its vector. */
    private static final long MAP_ENTRY_BYTES = 200;

    private record CacheKey(String embedder, String text) {}

    /** In access order: the least recently used comes first. */
    private final Map<CacheKey, Embedding> vectors = new LinkedHashMap<>(16, 0.75f, true);

    private long bytes;

    /** Returns the vector of a query, cached or by the embedder of this name. */
    Embedding vector(String embedder, String text, Function<String, Embedding> embed) {
        CacheKey key = new CacheKey(embedder, text);
        synchronized (vectors) {
            Embedding known = vectors.get(key);
            if (known != null) {
                return known;
            }
        }
        // Outside the lock: two equal queries at once are embedded twice, but no caller waits for the query of
        // another.
        Embedding vector = embed.apply(text);
        if (text.length() <= MAX_CHARACTERS) {
            keep(key, vector);
        }
        return vector;
    }

    private void keep(CacheKey key, Embedding vector) {
        synchronized (vectors) {
            Embedding before = vectors.put(key, vector);
            bytes += bytes(key, vector) - (before == null ? 0 : bytes(key, before));
            Iterator<Map.Entry<CacheKey, Embedding>> oldestFirst =
                    vectors.entrySet().iterator();
            while ((bytes > MAX_BYTES || vectors.size() > MAX_QUERIES) && oldestFirst.hasNext()) {
                Map.Entry<CacheKey, Embedding> oldest = oldestFirst.next();
                bytes -= bytes(oldest.getKey(), oldest.getValue());
                oldestFirst.remove();
            }
        }
    }

    private static long bytes(CacheKey key, Embedding vector) {
        return MAP_ENTRY_BYTES
                + (long) Character.BYTES * key.text().length()
                + (long) Float.BYTES * vector.dimensions();
    }

    /** Returns the approximate memory use. */
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
