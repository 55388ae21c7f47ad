package dev.daybook.internal.index;

import dev.daybook.internal.words.EnglishAnalyzer;
import java.time.LocalDate;
import java.time.Month;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The terms of days and months, analysed once for all scopes. Analysing each date of years of messages would take as
 * long as the rest of a first recall.
 */
final class DateTerms {

    private static final List<List<String>> DAYS = IntStream.rangeClosed(1, 31)
            .mapToObj(day -> EnglishAnalyzer.terms(Integer.toString(day)))
            .toList();

    private static final List<List<String>> MONTHS = Stream.of(Month.values())
            .map(month -> EnglishAnalyzer.terms(month.name()))
            .toList();

    private DateTerms() {}

    static List<String> dayAndMonth(LocalDate date) {
        List<String> terms = new ArrayList<>(DAYS.get(date.getDayOfMonth() - 1));
        terms.addAll(MONTHS.get(date.getMonthValue() - 1));
        return terms;
    }
}
