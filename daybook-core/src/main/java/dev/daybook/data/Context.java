package dev.daybook.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to put before the model.
 *
 * @param text the sections, rendered; empty if nothing fits or nothing is known. Stored text stands in it as quoted
 *     data, each line behind a mark, so that no stored text can end its quotation
 * @param sections what it is made of, in order
 * @param tokens how many tokens the text has, never more than the budget
 * @param leftOut what did not get in, and why
 * @param id by which it can be read again as it is here; null if it was not to be kept
 */
public record Context(
        String text,
        List<Section> sections,
        int tokens,
        List<LeftOut> leftOut,
        @Nullable String id) {

    public Context {
        sections = List.copyOf(sections);
        leftOut = List.copyOf(leftOut);
    }

    /** One that is not kept. */
    public Context(String text, List<Section> sections, int tokens, List<LeftOut> leftOut) {
        this(text, sections, tokens, leftOut, null);
    }

    /** The same, kept under an id. */
    public Context kept(String id) {
        return new Context(text, sections, tokens, leftOut, id);
    }

    /** A part of the context: its name, its tokens and the entries it shows. */
    public record Section(String name, int tokens, List<EntryRef> entries) {
        public Section {
            entries = List.copyOf(entries);
        }
    }

    /** An entry that did not get in, and the rule that kept it out. */
    public record LeftOut(EntryRef entry, String reason) {}
}
