package dev.daybook.internal.checks;

/** Cuts a text for a message, between two characters: half of a surrogate pair is no JSON that every client reads. */
public final class ShortenedText {

    private static final int LENGTH = 40;

    private ShortenedText() {}

    public static String of(String text) {
        return of(text, LENGTH);
    }

    /** Returns a text of at most some UTF-16 units; a longer one is cut and ends with an ellipsis. */
    public static String of(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = length - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
