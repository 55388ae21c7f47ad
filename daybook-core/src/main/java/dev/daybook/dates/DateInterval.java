package dev.daybook.dates;

import java.time.LocalDate;

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

    /** Returns the same days of a later year, or of an earlier one by a negative number. */
    public DateInterval plusYears(long years) {
        return new DateInterval(from.plusYears(years), to.plusYears(years), yearly);
    }

    /** Returns the interval as {@code 2023-05-07} or {@code 2023-05-01 to 2023-05-31}. */
    public String text() {
        return from.equals(to) ? from.toString() : from + " to " + to;
    }
}
