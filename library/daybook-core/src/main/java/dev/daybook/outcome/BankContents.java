package dev.daybook.outcome;

import dev.daybook.model.Summary;
import java.util.List;
import java.util.Map;

/**
 * The contents of the bank of a space.
 *
 * @param summaries the summaries in use, newest first
 * @param counts the number of summaries by level; a level without summaries is absent
 * @param tokens the total number of tokens of the texts
 * @param maxTokens the maximum number of tokens of the bank in a context, from the settings of the space
 */
public record BankContents(List<Summary> summaries, Map<Summary.Level, Integer> counts, int tokens, int maxTokens) {
    public BankContents {
        summaries = List.copyOf(summaries);
        counts = Map.copyOf(counts);
    }
}
