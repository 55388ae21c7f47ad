package dev.daybook.data;

import java.util.List;

/**
 * The bank of a space as a model is shown it.
 *
 * @param text the text; empty if there is nothing to show, or nothing that fits
 * @param tokens how many it has, at most {@code maxTokens}
 * @param maxTokens how many it was allowed
 * @param shown the summaries that are in it, in their order
 * @param leftOut those that did not fit
 */
public record BankText(String text, int tokens, int maxTokens, List<EntryRef> shown, List<EntryRef> leftOut) {
    public BankText {
        shown = List.copyOf(shown);
        leftOut = List.copyOf(leftOut);
    }
}
