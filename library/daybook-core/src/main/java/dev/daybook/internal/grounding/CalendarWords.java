package dev.daybook.internal.grounding;

import dev.daybook.internal.text.LetterCase;
import dev.daybook.internal.words.EnglishAnalyzer;
import java.time.DayOfWeek;
import java.time.Month;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The English words of dates. */
final class CalendarWords {

    private static final Pattern WEEKDAY =
            Pattern.compile("(?iu)(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tues?|wed|thur?s?|fri");

    private static final Set<String> MONTHS = new HashSet<>();

    private static final Set<String> AFTER_A_DAY = Set.of("st", "nd", "rd", "th", "am", "pm");

    /** Words and stems that stand beside a number in a date. */
    private static final Set<String> BESIDE_A_DAY = new HashSet<>();

    static {
        Stream.of(Month.values()).map(Month::name).map(LetterCase::lower).forEach(MONTHS::add);
        Stream.concat(
                        MONTHS.stream(),
                        Stream.of(DayOfWeek.values()).map(DayOfWeek::name).map(LetterCase::lower))
                .forEach(word -> {
                    BESIDE_A_DAY.add(word);
                    BESIDE_A_DAY.addAll(EnglishAnalyzer.terms(word));
                });
    }

    private static final int LETTERS_OF_DAY = 3;

    private CalendarWords() {}

    static boolean isMonth(String word) {
        return MONTHS.contains(word);
    }

    static boolean isWeekday(String word) {
        return WEEKDAY.matcher(word).matches();
    }

    /** Returns a weekday in full and in lower case. */
    static String weekday(String word) {
        String begin = LetterCase.lower(word.substring(0, LETTERS_OF_DAY));
        return Stream.of(DayOfWeek.values())
                .map(day -> LetterCase.lower(day.name()))
                .filter(day -> day.startsWith(begin))
                .findFirst()
                .orElseThrow();
    }

    /** Returns whether a term is a month or a weekday, or stands beside a number in a date. */
    static boolean isDay(String term) {
        return BESIDE_A_DAY.contains(term) || AFTER_A_DAY.contains(term);
    }

    /** Returns whether a bond of {@link NumberMentions} makes the number a date. */
    static boolean isBond(String bond) {
        String word = bond.substring(1);
        return BESIDE_A_DAY.contains(word) || bond.startsWith(">") && AFTER_A_DAY.contains(word);
    }
}
