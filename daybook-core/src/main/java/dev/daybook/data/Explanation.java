package dev.daybook.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why an entry came up in a recall, or what kept it out.
 *
 * @param rank its place among the hits, from 1; 0 if it is not among them
 * @param score its score, 0 if it was not scored
 * @param why what its score is made of
 * @param keptOut the rule that kept it out, or null if it is among the hits
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
