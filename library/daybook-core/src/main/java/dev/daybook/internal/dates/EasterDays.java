package dev.daybook.internal.dates;

import java.time.LocalDate;

/** The days of Easter, from Good Friday to Easter Monday. */
final class EasterDays {

    private EasterDays() {}

    /** The Sunday after the first full moon of spring, by the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, 8). */
    static DateInterval of(int year) {
        int golden = year % 19;
        int century = year / 100;
        int ofCentury = year % 100;
        int shift = (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30;
        int weekday = (32 + 2 * (century % 4) + 2 * (ofCentury / 4) - shift - ofCentury % 4) % 7;
        int late = (golden + 11 * shift + 22 * weekday) / 451;
        int days = shift + weekday - 7 * late + 114;
        LocalDate sunday = LocalDate.of(year, days / 31, days % 31 + 1);
        return DateInterval.of(sunday.minusDays(2), sunday.plusDays(1));
    }
}
