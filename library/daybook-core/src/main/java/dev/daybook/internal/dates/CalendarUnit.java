package dev.daybook.internal.dates;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/** A unit of the calendar: how to shift a day by it, and its interval around a day. */
enum CalendarUnit {
    DAY(0) {
        @Override
        LocalDate plus(LocalDate day, long number) {
            return day.plusDays(number);
        }

        @Override
        DateInterval around(LocalDate day) {
            return DateInterval.day(day);
        }
    },
    WEEK(3) {
        @Override
        LocalDate plus(LocalDate day, long number) {
            return day.plusWeeks(number);
        }

        @Override
        DateInterval around(LocalDate day) {
            LocalDate monday = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            return DateInterval.of(monday, monday.plusDays(6));
        }
    },
    WEEKEND(0) {
        @Override
        LocalDate plus(LocalDate day, long number) {
            return day.plusWeeks(number);
        }

        @Override
        DateInterval around(LocalDate day) {
            LocalDate sunday = day.with(TemporalAdjusters.nextOrSame(DayOfWeek.SUNDAY));
            return DateInterval.of(sunday.minusDays(1), sunday);
        }
    },
    MONTH(15) {
        @Override
        LocalDate plus(LocalDate day, long number) {
            return day.plusMonths(number);
        }

        @Override
        DateInterval around(LocalDate day) {
            return DateInterval.of(day.withDayOfMonth(1), day.with(TemporalAdjusters.lastDayOfMonth()));
        }
    },
    YEAR(182) {
        @Override
        LocalDate plus(LocalDate day, long number) {
            return day.plusYears(number);
        }

        @Override
        DateInterval around(LocalDate day) {
            return DateInterval.of(day.withDayOfYear(1), day.with(TemporalAdjusters.lastDayOfYear()));
        }
    };

    private final int half;

    CalendarUnit(int half) {
        this.half = half;
    }

    /** Returns half of the unit in days: "two weeks ago" may be some days more or less. */
    int half() {
        return half;
    }

    /** Returns a day some units later, or earlier by a negative number. */
    abstract LocalDate plus(LocalDate day, long number);

    /** Returns the whole unit that a day is in: its week from Monday, its month. For a weekend, that of its week. */
    abstract DateInterval around(LocalDate day);
}
