package dev.daybook.internal.settings;

import dev.daybook.internal.text.LetterCase;
import dev.daybook.internal.text.PlainForm;
import java.text.Normalizer;
import java.util.Optional;

/** A text in the form in which two texts count as the same for a refusal: without case, layout and invisible characters. */
final class ComparableText {

    /**
     * The length of the shortest text that is refused, in characters. "Thank you!" and "OK" are said again in the next
     * conversation, and refusing them would protect no person; a phone number has 12 characters.
     */
    static final int MIN_LENGTH = 12;

    private ComparableText() {}

    /**
     * Returns the comparable form of a text: compatibility forms composed (NFKC), case folded, format characters removed,
     * and each run of white space as one space; empty if it is shorter than {@link #MIN_LENGTH}.
     */
    static Optional<String> of(String text) {
        String composed = Normalizer.normalize(PlainForm.withFewMarks(text), Normalizer.Form.NFKC);
        // Upper case first: it joins letters that have the same upper case, such as both forms of a small sigma.
        String folded = LetterCase.lower(LetterCase.upper(composed));
        String comparable = collapsed(Normalizer.normalize(folded, Normalizer.Form.NFKC));
        return comparable.codePointCount(0, comparable.length()) < MIN_LENGTH
                ? Optional.empty()
                : Optional.of(comparable);
    }

    private static String collapsed(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints()
                .filter(each -> Character.getType(each) != Character.FORMAT)
                .map(each -> Character.isWhitespace(each) || Character.isSpaceChar(each) ? ' ' : each)
                .filter(each -> each != ' ' || out.length() > 0 && out.charAt(out.length() - 1) != ' ')
                .forEach(out::appendCodePoint);
        return out.toString().stripTrailing();
    }
}
