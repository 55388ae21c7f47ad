package dev.daybook.internal.dates;

import dev.daybook.internal.text.LetterCase;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Splits a text into the words and numbers of its clauses, in which dates are sought. A full stop before a digit is part
 * of an abbreviation: Jan. 5. Commas, hyphens and apostrophes separate words. Not thread-safe.
 */
final class DateTokenizer {

    /** A number of more digits is no part of a date. */
    private static final int DIGITS = 4;

    private static final int MONTHS = 12;

    /** Three numbers with the same sign between them, and no fourth: that is a version. */
    private static final Pattern NUMERIC = Pattern.compile("(\\d{1,4})([./])(\\d{1,2})\\2(\\d{1,4})(?!\\d|[.,:/]\\d)");

    private final DatePhrases phrases;
    private final String text;
    private final Matcher numeric;
    private int place;

    DateTokenizer(DatePhrases phrases, String text) {
        this.phrases = phrases;
        this.text = text;
        this.numeric = NUMERIC.matcher(text);
    }

    /** Returns whether there is another clause. */
    boolean hasNext() {
        return place < text.length();
    }

    /** Returns the tokens of the next clause; it may have none. */
    List<DateToken> next() {
        List<DateToken> tokens = new ArrayList<>();
        while (place < text.length()) {
            char letter = text.charAt(place);
            if (letter >= '0' && letter <= '9') {
                tokens.add(number());
            } else if (Character.isLetter(letter)) {
                tokens.add(word());
            } else {
                place++;
                if (endsClause(letter)) {
                    break;
                }
            }
        }
        return tokens;
    }

    private boolean endsClause(char letter) {
        return switch (letter) {
            case '!', '?', ';', '\n', ':', '(', ')' -> true;
            case '.' -> !isDigit(skipSpaces(place));
            default -> false;
        };
    }

    private int skipSpaces(int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        return at;
    }

    private boolean isDigit(int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private DateToken word() {
        int from = place;
        while (place < text.length() && Character.isLetter(text.charAt(place))) {
            place++;
        }
        return DateToken.of(LetterCase.lower(text.substring(from, place)));
    }

    private DateToken number() {
        int from = place;
        DateToken numeric = numericDate();
        if (numeric != null) {
            return numeric;
        }
        int year = digits();
        if (PhraseSlot.YEAR.takes(DateToken.of(year, false)) && isSeparator(place) && isDigit(place + 1)) {
            int rest = place;
            DateToken date = isoDate(year);
            if (date != null) {
                return date;
            }
            place = rest;
        }
        if (place - from > DIGITS || isPartOfNumber(from)) {
            return DateToken.of("#");
        }
        int end = place;
        while (place < text.length() && Character.isLetter(text.charAt(place))) {
            place++;
        }
        if (place == end) {
            boolean dotted = phrases.hasOrdinalDot()
                    && place - from <= 2
                    && place < text.length()
                    && text.charAt(place) == '.'
                    && isLetter(skipSpaces(place + 1));
            place += dotted ? 1 : 0;
            return DateToken.of(year, dotted);
        }
        boolean ordinal = phrases.isSuffix(LetterCase.lower(text.substring(end, place)));
        return ordinal ? DateToken.of(year, true) : DateToken.of("#");
    }

    private boolean isLetter(int at) {
        return at < text.length() && Character.isLetter(text.charAt(at));
    }

    /**
     * Reads 25.12.2025, 2025/12/25, and 25/12/2025 or 12/25/2025 if only one order makes a day; "#" if it is no day. Leaves the place
     * at any other number.
     */
    private @Nullable DateToken numericDate() {
        if (isPartOfNumberBefore(place) || !numeric.region(place, text.length()).lookingAt()) {
            return null;
        }
        boolean yearFirst =
                numeric.group(1).length() == DIGITS && numeric.group(4).length() <= 2;
        boolean yearLast = numeric.group(1).length() <= 2 && numeric.group(4).length() == DIGITS;
        if (!yearFirst && !yearLast) {
            return null;
        }
        int first = Integer.parseInt(numeric.group(1));
        int second = Integer.parseInt(numeric.group(3));
        int third = Integer.parseInt(numeric.group(4));
        place = numeric.end();
        return yearFirst
                ? date(first, second, third)
                : yearLast(numeric.group(2).charAt(0), first, second, third);
    }

    private DateToken yearLast(char separator, int first, int second, int year) {
        if (separator == '.' || first > MONTHS || first == second || phrases.hasDayFirst()) {
            return date(year, second, first);
        }
        // 05/07/2023 has another order in each country.
        return second > MONTHS ? date(year, first, second) : DateToken.of("#");
    }

    private static DateToken date(int year, int month, int day) {
        try {
            return PhraseSlot.YEAR.takes(DateToken.of(year, false))
                    ? DateToken.of(DateInterval.day(LocalDate.of(year, month, day)))
                    : DateToken.of("#");
        } catch (DateTimeException noDay) {
            return DateToken.of("#");
        }
    }

    /** Reads digits; the value of too many of them is not used. */
    private int digits() {
        int value = 0;
        int from = place;
        for (; isDigit(place); place++) {
            value = place - from < DIGITS ? value * 10 + text.charAt(place) - '0' : value;
        }
        return value;
    }

    /** Returns whether the digits before the current place belong to 2,000 or 3.5 or 10:30. */
    private boolean isPartOfNumber(int from) {
        boolean behind = place < text.length() && isInsideNumber(text.charAt(place)) && isDigit(place + 1);
        return behind || isPartOfNumberBefore(from);
    }

    private boolean isPartOfNumberBefore(int from) {
        return from >= 2 && isInsideNumber(text.charAt(from - 1)) && isDigit(from - 2);
    }

    private static boolean isInsideNumber(char letter) {
        return letter == ',' || letter == '.' || letter == ':' || letter == '/';
    }

    private boolean isSeparator(int at) {
        return at < text.length() && text.charAt(at) == '-';
    }

    /** Reads the rest of 2023-05-07 or 2023-05. */
    private @Nullable DateToken isoDate(int year) {
        place++;
        int month = twoDigits();
        int day = 0;
        if (month > 0 && isSeparator(place) && isDigit(place + 1)) {
            place++;
            day = twoDigits();
            if (day == 0) {
                return null;
            }
        }
        try {
            LocalDate date = LocalDate.of(year, month, Math.max(1, day));
            return DateToken.of(day == 0 ? CalendarUnit.MONTH.around(date) : DateInterval.day(date));
        } catch (DateTimeException noDate) {
            return null;
        }
    }

    private int twoDigits() {
        int from = place;
        int value = digits();
        return place - from == 2 ? value : 0;
    }
}
