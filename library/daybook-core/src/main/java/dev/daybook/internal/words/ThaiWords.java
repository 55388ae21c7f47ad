package dev.daybook.internal.words;

import java.text.BreakIterator;
import java.util.Locale;

/**
 * Separates the words of Thai, which is written without spaces, by the dictionary of the JDK (module {@code jdk.localedata}). In a
 * runtime without that module a text stays as it is, and is found by whole phrases.
 */
final class ThaiWords {

    private static final char FIRST = '\u0E01';
    private static final char LAST = '\u0E5B';

    /** Characters that are separated at once: looking for words takes more than linear time in a run without spaces. */
    private static final int MAX_AT_ONCE = 200;

    /** A word begins before the end of what is separated at once, so that it is not cut: the longest are shorter. */
    private static final int MAX_WORD_LENGTH = 40;

    private ThaiWords() {}

    /** Returns a text with a space between two words of Thai. */
    static String separated(String text) {
        int from = firstOf(text, 0);
        if (from == text.length()) {
            return text;
        }
        BreakIterator words = BreakIterator.getWordInstance(Locale.forLanguageTag("th"));
        StringBuilder separated = new StringBuilder(text.length() + text.length() / 2);
        int copied = 0;
        while (from < text.length()) {
            separated.append(text, copied, from);
            int end = from;
            while (end < text.length() && isThai(text.charAt(end))) {
                end++;
            }
            separate(words, text.substring(from, end), separated);
            copied = end;
            from = firstOf(text, end);
        }
        return separated.append(text, copied, text.length()).toString();
    }

    private static void separate(BreakIterator words, String run, StringBuilder to) {
        int from = 0;
        while (from < run.length()) {
            int end = Math.min(run.length(), from + MAX_AT_ONCE);
            String part = run.substring(from, end);
            words.setText(part);
            int sure = end == run.length() ? part.length() : words.preceding(part.length() - MAX_WORD_LENGTH);
            sure = sure <= 0 ? part.length() : sure;
            int begin = 0;
            words.first();
            for (int next = words.next(); next != BreakIterator.DONE && next <= sure; next = words.next()) {
                to.append(from + begin == 0 ? "" : " ").append(part, begin, next);
                begin = next;
            }
            to.append(part, begin, sure);
            from += sure;
        }
    }

    private static int firstOf(String text, int from) {
        int at = from;
        while (at < text.length() && !isThai(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isThai(char character) {
        return character >= FIRST && character <= LAST;
    }
}
