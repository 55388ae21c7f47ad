package dev.daybook.dates;

import java.time.LocalDate;

/**
 * The day that relative dates refer to.
 *
 * @param question whether a question is read, which mostly asks about the past; a message tells of either
 */
record DateReference(LocalDate day, boolean question) {

    /** Returns the occurrence of a yearly interval that is meant: by a question the last that began, else the nearest. */
    DateInterval meant(DateInterval yearly) {
        DateInterval latest = latestUntil(yearly, day);
        if (question) {
            return latest;
        }
        DateInterval next = latest.plusYears(1);
        return distance(next) < distance(latest) ? next : latest;
    }

    /** Returns the last occurrence of a yearly interval that began by a day. */
    static DateInterval latestUntil(DateInterval yearly, LocalDate day) {
        DateInterval occurrence =
                yearly.plusYears(day.getYear() + 1L - yearly.from().getYear());
        while (occurrence.from().isAfter(day)) {
            occurrence = occurrence.plusYears(-1);
        }
        return occurrence;
    }

    private long distance(DateInterval interval) {
        long before = interval.from().toEpochDay() - day.toEpochDay();
        long behind = day.toEpochDay() - interval.to().toEpochDay();
        return Math.max(0, Math.max(before, behind));
    }
}
