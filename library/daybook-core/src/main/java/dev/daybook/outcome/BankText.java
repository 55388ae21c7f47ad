package dev.daybook.outcome;

import dev.daybook.model.EntryRef;
import java.util.List;

/**
 * The bank of a space as text for a model.
 *
 * @param text the text; empty if the bank is empty, or no summary fits
 * @param tokens the number of tokens of the text, at most {@code maxTokens}
 * @param maxTokens the maximum number of tokens
 * @param shown the summaries in the text, in order
 * @param leftOut the summaries that did not fit
 */
public record BankText(String text, int tokens, int maxTokens, List<EntryRef> shown, List<EntryRef> leftOut) {
    public BankText {
        shown = List.copyOf(shown);
        leftOut = List.copyOf(leftOut);
    }
}
