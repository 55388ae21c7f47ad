package dev.daybook.internal.dates;

import dev.daybook.internal.text.LetterCase;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of words and slots that is a date: {@code <number> <unit> ago}.
 *
 * @param elements the elements in order
 * @param meaning the meaning of the phrase
 * @param arguments the arguments of the meaning
 * @param inner whether the phrase is a date only within another one
 */
record PhraseTemplate(List<Element> elements, DateMeaning meaning, List<String> arguments, boolean inner) {

    private static final Pattern SPACES = Pattern.compile(" +");

    /** The longest template of any language, so that reading a text takes time in proportion to its length. */
    private static final int MAX_LENGTH = 10;

    PhraseTemplate {
        elements = List.copyOf(elements);
        arguments = List.copyOf(arguments);
        if (elements.isEmpty()
                || elements.size() > MAX_LENGTH
                || elements.get(0).slot() == PhraseSlot.DATE) {
            throw new IllegalArgumentException("a template of dates is " + elements + "; give it 1 to " + MAX_LENGTH
                    + " elements, of which the first is no <date>");
        }
    }

    /**
     * A word, or a slot.
     *
     * @param word the word; empty for a slot
     * @param absent whether the phrase is a date only if the next token does not fill the slot
     */
    record Element(String word, @Nullable PhraseSlot slot, boolean absent) {}

    /** Returns whether a text that matches is no part of another date if it is none itself: 31 June 2025 is not June 2025. */
    boolean isComplete() {
        return meaning == DateMeaning.ALL.get("nothing") || meaning == DateMeaning.ALL.get("day");
    }

    /**
     * Returns the templates of a pattern: with and without its optional parts, and one for each alternative.
     *
     * @param pattern elements separated by spaces: {@code the}, {@code last/past}, {@code <unit>}, {@code [of]},
     *     {@code [<year>]}, and last {@code !<slot>} for what must not follow
     */
    static List<PhraseTemplate> of(String pattern, DateMeaning meaning, List<String> arguments, boolean inner) {
        List<List<Element>> sequences = List.of(List.of());
        for (String part : SPACES.split(pattern.strip())) {
            boolean optional = part.startsWith("[") && part.endsWith("]");
            String content = optional ? part.substring(1, part.length() - 1) : part;
            List<List<Element>> longer = new ArrayList<>(optional ? sequences : List.of());
            for (List<Element> sequence : sequences) {
                for (String alternative : content.split("/")) {
                    List<Element> extended = new ArrayList<>(sequence);
                    extended.add(element(alternative));
                    longer.add(extended);
                }
            }
            sequences = longer;
        }
        return sequences.stream()
                .map(sequence -> new PhraseTemplate(sequence, meaning, arguments, inner))
                .toList();
    }

    private static Element element(String text) {
        if (text.startsWith("!")) {
            return new Element("", element(text.substring(1)).slot(), true);
        }
        if (text.startsWith("<") && text.endsWith(">")) {
            String slot = LetterCase.upper(text.substring(1, text.length() - 1));
            return new Element("", PhraseSlot.valueOf(slot), false);
        }
        return new Element(text, null, false);
    }
}
