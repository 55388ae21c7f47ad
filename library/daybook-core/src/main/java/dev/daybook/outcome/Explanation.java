package dev.daybook.outcome;

import dev.daybook.model.EntryRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The score breakdown of an entry for a query, or the rule that excluded it.
 *
 * @param rank the place among the hits, from 1; 0 if the entry is not a hit
 * @param score the score, 0 if the entry was not scored
 * @param why the parts of the score
 * @param keptOut the rule that excluded the entry, or null if it is a hit
 */
public record Explanation(
        EntryRef entry,
        int rank,
        double score,
        List<ScoreReason> why,
        @Nullable String keptOut) {
    public Explanation {
        why = List.copyOf(why);
    }

    public boolean returned() {
        return keptOut == null;
    }
}
