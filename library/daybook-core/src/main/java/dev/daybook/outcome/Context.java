package dev.daybook.outcome;

import dev.daybook.model.EntryRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Retrieved memory as text for the prompt of a model.
 *
 * @param text the rendered sections; empty if nothing fits or the scope is empty. Stored text is quoted as data, each
 *     line behind a mark, so that no stored text can end its quotation
 * @param sections the sections of the text, in order
 * @param tokens the number of tokens of the text, never more than the budget
 * @param leftOut the entries that were left out, with the reasons
 * @param id the id under which the context is stored, to be read again unchanged; null if it is not stored
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

    /** Returns a copy that is stored under an id. */
    public Context kept(String id) {
        return new Context(text, sections, tokens, leftOut, id);
    }

    /** A part of the context: its name, its tokens and the entries it shows. */
    public record Section(String name, int tokens, List<EntryRef> entries) {
        public Section {
            entries = List.copyOf(entries);
        }
    }

    /** An entry that was left out, and the rule that excluded it. */
    public record LeftOut(EntryRef entry, String reason) {}
}
