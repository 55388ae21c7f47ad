package dev.daybook.internal.text;

import java.text.Normalizer;

/**
 * The form of a text in which texts that look the same are the same: composed (NFC), and without the characters that no reader
 * sees: directional marks and isolates, soft hyphens, joiners, byte order marks, selectors. Copied texts, exports of chats and
 * some keyboards have them, and an attacker may put them into a word or before a quotation.
 */
public final class PlainForm {

    private static final char SOFT_HYPHEN = 0xAD;

    /** Below are only composed characters, of which the soft hyphen alone is invisible. */
    private static final char FIRST_COMBINING = 0x300;

    /**
     * The marks of one letter; more are left out. Text has fewer (the stream-safe format of UAX #15 has this number), and sorting
     * the marks of a letter takes time in proportion to the square of their number.
     */
    private static final int MAX_MARKS = 30;

    private static final int ZERO_WIDTH_JOINER = 0x200D;

    private PlainForm() {}

    /** Returns the plain form of a text, which is its own plain form; the text itself if it is one. */
    public static String of(String text) {
        int first = firstChanged(text);
        return first == text.length()
                ? text
                : Normalizer.normalize(withFewMarks(visible(text, first)), Normalizer.Form.NFC);
    }

    /** Returns the form in which texts are compared regardless of case: that of the dotted capital I is the small i. */
    public static String folded(String text) {
        return LetterCase.lower(of(text)).replace("i\u0307", "i").replace('\u03C2', '\u03C3');
    }

    /** Returns a text that is normalized in time proportional to its length: one with at most 30 marks on a letter. */
    public static String withFewMarks(String text) {
        StringBuilder few = new StringBuilder(text.length());
        int marks = 0;
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            i += Character.charCount(character);
            marks = isMark(character) ? marks + 1 : 0;
            if (marks <= MAX_MARKS) {
                few.appendCodePoint(character);
            }
        }
        return few.toString();
    }

    private static int firstChanged(String text) {
        int at = 0;
        while (at < text.length() && text.charAt(at) < FIRST_COMBINING && text.charAt(at) != SOFT_HYPHEN) {
            at++;
        }
        return at;
    }

    private static String visible(String text, int first) {
        StringBuilder visible = new StringBuilder(text.length()).append(text, 0, first);
        for (int i = first; i < text.length(); ) {
            int character = text.codePointAt(i);
            i += Character.charCount(character);
            if (!isInvisible(character) || joinsSymbols(character, visible)) {
                visible.appendCodePoint(character);
            }
        }
        return visible.toString();
    }

    private static boolean isMark(int character) {
        return character >= FIRST_COMBINING && Character.getType(character) == Character.NON_SPACING_MARK;
    }

    /** Returns whether a joiner may be part of an emoji: a family is one picture of several people. */
    private static boolean joinsSymbols(int character, CharSequence before) {
        return character == ZERO_WIDTH_JOINER
                && before.length() > 0
                && isSymbol(Character.codePointBefore(before, before.length()));
    }

    private static boolean isSymbol(int character) {
        int type = Character.getType(character);
        return type == Character.OTHER_SYMBOL || type == Character.MODIFIER_SYMBOL;
    }

    /** Returns whether a character is shown as nothing (Default_Ignorable_Code_Point of Unicode). */
    public static boolean isInvisible(int character) {
        if (character < FIRST_COMBINING) {
            return character == SOFT_HYPHEN;
        }
        return switch (character) {
            // The joiner of graphemes, fillers of Hangul, vowels of Khmer that are not shown, and selectors of
            // Mongolian.
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x3164, 0xFFA0 -> true;
            // Signs of Arabic, Syriac and Kaithi that stand below or around a number.
            case 0x0600,
                    0x0601,
                    0x0602,
                    0x0603,
                    0x0604,
                    0x0605,
                    0x06DD,
                    0x070F,
                    0x0890,
                    0x0891,
                    0x08E2,
                    0x110BD,
                    0x110CD -> false;
            default ->
                Character.getType(character) == Character.FORMAT && !isHieroglyphControl(character)
                        || character >= 0xFE00 && character <= 0xFE0F
                        || character >= 0xE0000 && character <= 0xE0FFF;
        };
    }

    /** The controls that join hieroglyphs to groups are no part of default ignorable characters. */
    private static boolean isHieroglyphControl(int character) {
        return character >= 0x13430 && character <= 0x1345F;
    }
}
