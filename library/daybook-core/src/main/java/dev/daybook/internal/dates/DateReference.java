package dev.daybook.internal.dates;

import java.time.LocalDate;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The day that relative dates refer to.
 *
 * @param question whether a question is read, which mostly asks about the past; a message tells of either
 * @param tense the tense of the clause that is read
 */
record DateReference(LocalDate day, boolean question, ClauseTense tense) {

    /** Years with a 29 February are at most so many years apart, at the end of most centuries. */
    private static final int LEAP_YEARS_APART = 8;

    DateReference(LocalDate day, boolean question) {
        this(day, question, ClauseTense.UNKNOWN);
    }

    /** Returns the reference for a clause. */
    DateReference in(ClauseTense other) {
        return new DateReference(day, question, other);
    }

    /**
     * Returns the occurrence of a yearly interval that is meant: by a question the last that began, by a message that of its tense,
     * else the nearest.
     */
    DateInterval meant(DateInterval yearly) {
        DateInterval latest = latestUntil(yearly, day);
        DateInterval next = nextAfter(yearly, latest.from());
        boolean ongoing = !latest.to().isBefore(day);
        return question || ongoing ? latest : chosen(latest, next);
    }

    /** Returns that of two times that a clause of a message speaks of: by its tense, else the nearest. */
    DateInterval chosen(DateInterval last, DateInterval next) {
        return switch (tense) {
            case PAST -> last;
            case FUTURE -> next;
            case UNKNOWN -> distance(next) < distance(last) ? next : last;
        };
    }

    /** Returns the last occurrence of a yearly interval that began by a day. */
    static DateInterval latestUntil(DateInterval yearly, LocalDate day) {
        return IntStream.rangeClosed(0, LEAP_YEARS_APART + 1)
                .mapToObj(years -> yearly.inYear(day.getYear() + 1 - years))
                .flatMap(Optional::stream)
                .filter(occurrence -> !occurrence.from().isAfter(day))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the first occurrence of a yearly interval that begins after a day. */
    static DateInterval nextAfter(DateInterval yearly, LocalDate day) {
        return IntStream.rangeClosed(0, LEAP_YEARS_APART + 1)
                .mapToObj(years -> yearly.inYear(day.getYear() + years))
                .flatMap(Optional::stream)
                .filter(occurrence -> occurrence.from().isAfter(day))
                .findFirst()
                .orElseThrow();
    }

    private long distance(DateInterval interval) {
        long before = interval.from().toEpochDay() - day.toEpochDay();
        long behind = day.toEpochDay() - interval.to().toEpochDay();
        return Math.max(0, Math.max(before, behind));
    }
}
