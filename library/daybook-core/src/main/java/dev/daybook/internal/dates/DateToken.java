package dev.daybook.internal.dates;

import org.jspecify.annotations.Nullable;

/**
 * A word or a number of a text.
 *
 * @param word the word in lower case; empty for a number
 * @param number the number; {@link #NONE} for a word
 * @param ordinal whether the number is an ordinal: 5th
 * @param date the date, if the token is one in the form of ISO 8601
 */
record DateToken(
        String word, int number, boolean ordinal, @Nullable DateInterval date) {

    static final int NONE = -1;

    static DateToken of(String word) {
        return new DateToken(word, NONE, false, null);
    }

    static DateToken of(int number, boolean ordinal) {
        return new DateToken("", number, ordinal, null);
    }

    static DateToken of(DateInterval date) {
        return new DateToken("", NONE, false, date);
    }

    boolean isNumber() {
        return number != NONE;
    }
}
