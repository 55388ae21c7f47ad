package dev.daybook.spi;

import dev.daybook.data.Embedding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the library looks for in a scope that is too large to be held in memory. A store that searches uses the terms and
 * the vector as it can; any other lets the probe judge its rows.
 */
public interface Probe {

    /** The distinct terms of the question, as the sidecar {@code terms/…} has them; empty if it has none. */
    List<String> terms();

    /** The vector of the question; null if it is not searched by meaning. */
    @Nullable
    Embedding vector();

    /** The sidecar that holds the vectors to compare it with; null without a vector. */
    @Nullable
    String vectors();

    /** How many rows are wanted at the most by words, and as many by meaning. */
    int count();

    /** Whether a row may be a candidate at all. */
    boolean fits(Row row);

    /** Takes in what all rows together say of a word; to be called with each row before any is judged. */
    void look(Row row);

    /** How well a row fits by words; 0: it shares none. */
    double words(Row row);

    /** How well a row fits by meaning; {@link Double#NEGATIVE_INFINITY}: it has no vector to compare. */
    double meaning(Row row);
}
