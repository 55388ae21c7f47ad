package dev.daybook.internal.grounding;

import dev.daybook.internal.text.LetterCase;
import dev.daybook.internal.words.EnglishAnalyzer;
import java.time.DayOfWeek;
import java.time.Month;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The English words of dates. */
final class CalendarWords {

    static final Pattern WEEKDAY = Pattern.compile("\\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day");

    private static final Set<String> MONTHS = new HashSet<>();

    /** Stems and endings that stand beside a number in a date or a time. */
    private static final Set<String> BESIDE_A_DAY = new HashSet<>(List.of("st", "nd", "rd", "th", "am", "pm"));

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

    private CalendarWords() {}

    static boolean isMonth(String word) {
        return MONTHS.contains(word);
    }

    /** Returns whether a term is a month or a weekday, or stands beside a number in a date. */
    static boolean isDay(String term) {
        return BESIDE_A_DAY.contains(term);
    }

    /** Returns whether a bond of {@link NumberMentions} makes the number a date. */
    static boolean isBond(String bond) {
        return BESIDE_A_DAY.contains(bond.substring(1));
    }
}
