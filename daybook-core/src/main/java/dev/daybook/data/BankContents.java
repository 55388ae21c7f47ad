package dev.daybook.data;

import java.util.List;
import java.util.Map;

/**
 * What is in the bank of a space.
 *
 * @param summaries those in use, newest first
 * @param counts how many of each level; levels without any are left out
 * @param tokens how many tokens their texts have together
 * @param maxTokens how many tokens the bank may take in a context, by the settings of the space
 */
public record BankContents(List<Summary> summaries, Map<Summary.Level, Integer> counts, int tokens, int maxTokens) {
    public BankContents {
        summaries = List.copyOf(summaries);
        counts = Map.copyOf(counts);
    }
}
