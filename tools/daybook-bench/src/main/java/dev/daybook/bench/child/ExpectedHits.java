package dev.daybook.bench.child;

import dev.daybook.model.Embedding;
import java.util.List;
import java.util.Set;

/**
 * A query of the data set with its expected answer.
 *
 * @param key the text that stands for the vector in a semantic search
 * @param text the words of the query
 * @param target the id of the row that the query was made from
 * @param nearest the ids of the ten rows of the user with the highest cosine
 */
record ExpectedHits(String key, Embedding vector, String user, String text, String target, Set<String> nearest) {

    /** Returns the part of the nearest rows that an answer has. */
    double recall(List<String> answer) {
        return nearest.stream().filter(answer::contains).count() / (double) Math.max(1, nearest.size());
    }
}
