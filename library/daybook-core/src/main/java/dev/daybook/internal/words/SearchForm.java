package dev.daybook.internal.words;

import dev.daybook.internal.text.PlainForm;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The form in which texts and questions are analysed: one in which the ways to write a word meet. It is the {@link PlainForm}
 * without the accents of Greek, the vowel signs of Arabic and Hebrew, the stretching of Arabic, stress marks, the skin tones
 * of emoji and the endings of Turkish names, and with the words of Thai separated. Ordinary text of the languages with an analysis of their own is its own form.
 */
public final class SearchForm {

    /** Below are only composed letters, which the analyses fold. */
    private static final char FIRST_CHANGED = 0x300;

    private static final char LAST_COMBINING = 0x36F;

    private static final char FIRST_OF_GREEK_EXTENDED = 0x1F00;
    private static final char LAST_OF_GREEK_EXTENDED = 0x1FFF;
    private static final char FINAL_SIGMA = '\u03C2';
    private static final char SIGMA = '\u03C3';
    private static final char ALEF = '\u0627';
    private static final char TATWEEL = '\u0640';

    private static final int KEYCAP = 0x20E3;
    private static final int FIRST_TONE = 0x1F3FB;
    private static final int LAST_TONE = 0x1F3FF;

    private static final char FIRST_OF_TURKISH = 0x11E;

    /** Letters that no other language with apostrophes in its words has. */
    private static final String TURKISH = "\u0130\u0131\u011E\u011F";

    /** The ending of a Turkish name: "İstanbul'da". */
    private static final Pattern ENDING = Pattern.compile(
            "(?<=\\p{L}{3})['\u2019](?:[dt][ae](?:n|ki)?|[ny]?[\u0131iu\u00FC]n|[ny]?[ae\u0131iu\u00FC]|y?l[ae])(?!\\p{L})");

    /** The letters of Greek by their accented forms. */
    private static final Map<Character, Character> GREEK = greek();

    private SearchForm() {}

    /** Returns the search form of a text, which is its own search form; the text itself if it is one. */
    public static String of(String text) {
        String plain = PlainForm.of(text);
        boolean changes = false;
        boolean turkish = false;
        for (int i = 0; i < plain.length(); i++) {
            char letter = plain.charAt(i);
            changes |= letter >= FIRST_CHANGED;
            turkish |= letter >= FIRST_OF_TURKISH && TURKISH.indexOf(letter) >= 0;
        }
        String form = turkish ? ENDING.matcher(plain).replaceAll("") : plain;
        return changes ? ThaiWords.separated(withoutMarks(form)) : form;
    }

    private static String withoutMarks(String plain) {
        StringBuilder form = new StringBuilder(plain.length());
        for (int i = 0; i < plain.length(); ) {
            int character = plain.codePointAt(i);
            i += Character.charCount(character);
            if (!isLeftOut(character) && !isToneOfEmoji(character, form)) {
                form.appendCodePoint(letter(character));
            }
        }
        return form.toString();
    }

    /** Returns whether a character changes how a word is pronounced or set, and not which word it is. */
    private static boolean isLeftOut(int character) {
        boolean accent = character >= FIRST_CHANGED && character <= LAST_COMBINING;
        return accent
                || character == TATWEEL
                || character == KEYCAP
                || isHebrewOrArabic(character) && Character.getType(character) == Character.NON_SPACING_MARK;
    }

    private static boolean isHebrewOrArabic(int character) {
        return character >= 0x0590 && character <= 0x06FF
                || character >= 0x0750 && character <= 0x077F
                || character >= 0x0890 && character <= 0x08FF;
    }

    private static int letter(int character) {
        return switch (character) {
            // Alef with madda, with hamza above or below, and of Quranic texts.
            case 0x0622, 0x0623, 0x0625, 0x0671 -> ALEF;
            case FINAL_SIGMA -> SIGMA;
            default -> isGreek(character) ? GREEK.getOrDefault((char) character, (char) character) : character;
        };
    }

    private static boolean isGreek(int character) {
        return character > LAST_COMBINING && character < 0x400
                || character >= FIRST_OF_GREEK_EXTENDED && character <= LAST_OF_GREEK_EXTENDED;
    }

    private static boolean isToneOfEmoji(int character, CharSequence before) {
        return character >= FIRST_TONE
                && character <= LAST_TONE
                && before.length() > 0
                && Character.getType(Character.codePointBefore(before, before.length())) == Character.OTHER_SYMBOL;
    }

    private static Map<Character, Character> greek() {
        Map<Character, Character> letters = new HashMap<>();
        for (char letter = LAST_COMBINING + 1; letter <= LAST_OF_GREEK_EXTENDED; letter++) {
            char base = isGreek(letter) && Character.isLetter(letter)
                    ? Normalizer.normalize(Character.toString(letter), Normalizer.Form.NFD)
                            .charAt(0)
                    : letter;
            if (base != letter) {
                letters.put(letter, base);
            }
        }
        return letters;
    }
}
