package dev.daybook.internal.dates;

import java.time.LocalDate;
import java.time.Month;
import java.util.Optional;

/**
 * An interval of days.
 *
 * @param from the first day
 * @param to the last day, inclusive
 * @param yearly whether the expression names no year, so that the same days of any other year may be meant
 */
public record DateInterval(LocalDate from, LocalDate to, boolean yearly) {

    /** The ends of an open interval: the years of four digits. */
    static final LocalDate FIRST_DAY = LocalDate.of(1, 1, 1);

    static final LocalDate LAST_DAY = LocalDate.of(9999, 12, 31);

    public DateInterval {
        if (to.isBefore(from)) {
            throw new IllegalArgumentException("to is " + to + ", before from, " + from + "; give the ends in order");
        }
    }

    /** Returns the interval of one year. */
    public static DateInterval of(LocalDate from, LocalDate to) {
        return new DateInterval(from, to, false);
    }

    static DateInterval day(LocalDate day) {
        return of(day, day);
    }

    /** Returns the number of days. */
    public long days() {
        return to.toEpochDay() - from.toEpochDay() + 1;
    }

    /** Returns whether the interval has two ends. */
    public boolean isBounded() {
        return from.isAfter(FIRST_DAY) && to.isBefore(LAST_DAY);
    }

    /**
     * Returns the same days of a later year, or of an earlier one by a negative number. A span that ends with February ends with it
     * in each year, so that going ahead and back leads to the same days; 29 February alone is the 28th in other years.
     */
    public DateInterval plusYears(long years) {
        boolean endsWithFebruary =
                !from.equals(to) && to.getMonth() == Month.FEBRUARY && to.getDayOfMonth() == to.lengthOfMonth();
        LocalDate end = to.plusYears(years);
        return new DateInterval(
                from.plusYears(years), endsWithFebruary ? end.withDayOfMonth(end.lengthOfMonth()) : end, yearly);
    }

    /** Returns the same days in a year; empty for 29 February in a year without one. */
    public Optional<DateInterval> inYear(int year) {
        DateInterval there = plusYears((long) year - from.getYear());
        return there.from().getDayOfMonth() == from.getDayOfMonth() ? Optional.of(there) : Optional.empty();
    }

    /** Returns the interval as {@code 2023-05-07} or {@code 2023-05-01 to 2023-05-31}. */
    public String text() {
        return from.equals(to) ? from.toString() : from + " to " + to;
    }
}
