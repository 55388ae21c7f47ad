package dev.daybook.internal.text;

import java.util.Locale;

/**
 * Lower and upper case of a text, the same in every locale, in time proportional to its length.
 *
 * <p>The results are those of {@link String#toLowerCase(Locale)} and {@link String#toUpperCase(Locale)} with
 * {@link Locale#ROOT}, which take quadratic time: they copy the text for each letter whose other case is longer (İ, ß), and look
 * for the borders of a word at each capital sigma. A million such letters take minutes. The end of a word is simpler here: a
 * sigma is final behind a letter unless another letter follows, combining marks aside.
 */
public final class LetterCase {

    private static final char DOTTED_CAPITAL_I = '\u0130';
    private static final String DOTTED_SMALL_I = "i\u0307";
    private static final char CAPITAL_SIGMA = '\u03A3';
    private static final char SMALL_SIGMA = '\u03C3';
    private static final char FINAL_SIGMA = '\u03C2';

    /** Below there are no letters with a longer form in the other case. */
    private static final char FIRST_LOWERED = DOTTED_CAPITAL_I;

    private static final char FIRST_RAISED = 0x80;

    private LetterCase() {}

    /** Returns a text in lower case. */
    public static String lower(String text) {
        return isBelow(FIRST_LOWERED, text) ? text.toLowerCase(Locale.ROOT) : lowerEach(text);
    }

    /** Returns a text in upper case. */
    public static String upper(String text) {
        if (isBelow(FIRST_RAISED, text)) {
            return text.toUpperCase(Locale.ROOT);
        }
        StringBuilder upper = new StringBuilder(text.length());
        text.codePoints()
                .forEach(letter -> upper.append(Character.toString(letter).toUpperCase(Locale.ROOT)));
        return upper.toString();
    }

    /** Returns the name of a constant as users write it. */
    public static String label(Enum<?> constant) {
        return lower(constant.name());
    }

    private static boolean isBelow(char first, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= first) {
                return false;
            }
        }
        return true;
    }

    private static String lowerEach(String text) {
        StringBuilder lower = new StringBuilder(text.length());
        boolean behindLetter = false;
        for (int i = 0; i < text.length(); ) {
            int letter = text.codePointAt(i);
            i += Character.charCount(letter);
            if (letter == DOTTED_CAPITAL_I) {
                lower.append(DOTTED_SMALL_I);
            } else if (letter == CAPITAL_SIGMA) {
                lower.append(behindLetter && !isBeforeLetter(text, i) ? FINAL_SIGMA : SMALL_SIGMA);
            } else {
                lower.appendCodePoint(Character.toLowerCase(letter));
            }
            behindLetter = Character.isLetter(letter) || behindLetter && isMark(letter);
        }
        return lower.toString();
    }

    /** Stops at the next letter, so no mark is passed twice. */
    private static boolean isBeforeLetter(String text, int from) {
        for (int i = from; i < text.length(); ) {
            int next = text.codePointAt(i);
            if (!isMark(next)) {
                return Character.isLetter(next);
            }
            i += Character.charCount(next);
        }
        return false;
    }

    private static boolean isMark(int character) {
        int type = Character.getType(character);
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT;
    }
}
