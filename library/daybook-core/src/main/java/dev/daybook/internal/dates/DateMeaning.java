package dev.daybook.internal.dates;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.Year;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The meanings of date phrases, by the names that a vocabulary uses. A meaning turns the slots of a phrase and its
 * arguments into an interval; null if they make none, such as 31 June.
 */
interface DateMeaning {

    /** "The other day", "last weeks": an unspecific time is some more units around. */
    int FEW_SPREAD = 2;

    int LEAP_DAY = 29;

    int QUARTERS = 4;

    /** Days with a number from here on are not meant exactly: "ten days ago". */
    int EXACT_DAYS = 7;

    @Nullable
    DateInterval of(PhraseValues values, List<String> arguments, DateReference reference);

    /** All meanings by name. */
    Map<String, DateMeaning> ALL = Map.ofEntries(
            Map.entry("day", DateMeaning::day),
            Map.entry("month", DateMeaning::month),
            Map.entry("year", DateMeaning::year),
            Map.entry("dayOfMonth", DateMeaning::dayOfMonth),
            Map.entry("season", DateMeaning::season),
            Map.entry("fixed", DateMeaning::fixed),
            Map.entry("weekdayAndDay", DateMeaning::weekdayAndDay),
            Map.entry("same", (values, arguments, reference) -> values.date(0)),
            Map.entry("nothing", (values, arguments, reference) -> null),
            Map.entry(
                    "offset",
                    (values, arguments, reference) ->
                            DateInterval.day(reference.day().plusDays(number(arguments)))),
            Map.entry(
                    "recent",
                    (values, arguments, reference) -> DateInterval.of(
                            reference.day().minusDays(number(arguments)),
                            reference.day().minusDays(1))),
            Map.entry("ago", (values, arguments, reference) -> distant(values, reference.day(), -1)),
            Map.entry("ahead", (values, arguments, reference) -> distant(values, reference.day(), 1)),
            Map.entry(
                    "shift",
                    (values, arguments, reference) ->
                            values.unit().around(values.unit().plus(reference.day(), number(arguments)))),
            Map.entry(
                    "past",
                    (values, arguments, reference) ->
                            DateInterval.of(values.unit().plus(reference.day(), -values.number()), reference.day())),
            Map.entry(
                    "coming",
                    (values, arguments, reference) ->
                            DateInterval.of(reference.day(), values.unit().plus(reference.day(), values.number()))),
            Map.entry("weekday", DateMeaning::weekday),
            Map.entry("latest", DateMeaning::latest),
            Map.entry("this", DateMeaning::ofThisYear),
            Map.entry("coming1", DateMeaning::next),
            Map.entry(
                    "unitBefore",
                    (values, arguments, reference) -> beside(values.unit(), meant(values, 0, reference), -1)),
            Map.entry(
                    "unitAfter",
                    (values, arguments, reference) -> beside(values.unit(), meant(values, 0, reference), 1)),
            Map.entry(
                    "unitOf",
                    (values, arguments, reference) ->
                            values.unit().around(meant(values, 0, reference).from())),
            Map.entry(
                    "weekdayBefore",
                    (values, arguments, reference) -> DateInterval.day(
                            meant(values, 0, reference).from().with(TemporalAdjusters.previous(dayOfWeek(values))))),
            Map.entry(
                    "weekdayAfter",
                    (values, arguments, reference) -> DateInterval.day(
                            meant(values, 0, reference).to().with(TemporalAdjusters.next(dayOfWeek(values))))),
            Map.entry(
                    "numberBefore",
                    (values, arguments, reference) ->
                            distant(values, meant(values, 0, reference).from(), -1)),
            Map.entry(
                    "numberAfter",
                    (values, arguments, reference) ->
                            distant(values, meant(values, 0, reference).to(), 1)),
            Map.entry("from", DateMeaning::from),
            Map.entry("halfAgo", DateMeaning::halfAgo),
            Map.entry("unitWithin", DateMeaning::unitWithin),
            Map.entry("easter", DateMeaning::easter),
            Map.entry("quarter", DateMeaning::quarter),
            Map.entry(
                    "weekdaysAgo",
                    (values, arguments, reference) -> DateInterval.day(reference
                            .day()
                            .with(TemporalAdjusters.previous(DayOfWeek.of(number(arguments))))
                            .minusWeeks(values.number() - 1L))),
            Map.entry("early", (values, arguments, reference) -> third(values.date(0), 0)),
            Map.entry("middle", (values, arguments, reference) -> third(values.date(0), 1)),
            Map.entry("late", (values, arguments, reference) -> third(values.date(0), 2)),
            Map.entry("between", DateMeaning::between),
            Map.entry("since", DateMeaning::since),
            Map.entry(
                    "before",
                    (values, arguments, reference) -> DateInterval.of(
                            DateInterval.FIRST_DAY,
                            meant(values, 0, reference).from().minusDays(1))),
            Map.entry(
                    "after",
                    (values, arguments, reference) ->
                            DateInterval.of(meant(values, 0, reference).to().plusDays(1), DateInterval.LAST_DAY)));

    private static int number(List<String> arguments) {
        return Integer.parseInt(arguments.get(0));
    }

    /** Returns a nested date; one without a year in the year that is meant. */
    private static DateInterval meant(PhraseValues values, int index, DateReference reference) {
        DateInterval date = values.date(index);
        return date.yearly() ? reference.meant(date) : date;
    }

    private static @Nullable DateInterval day(PhraseValues values, List<String> arguments, DateReference reference) {
        boolean yearly = !values.has(PhraseSlot.YEAR);
        int year = yearly ? reference.day().getYear() : values.get(PhraseSlot.YEAR);
        int month = values.get(PhraseSlot.MONTH);
        boolean leapDay = month == 2 && values.get(PhraseSlot.DAY) == LEAP_DAY;
        while (yearly && leapDay && !Year.isLeap(year)) {
            year--;
        }
        LocalDate day = dayOf(year, month, values.get(PhraseSlot.DAY));
        return day == null ? null : new DateInterval(day, day, yearly);
    }

    private static @Nullable LocalDate dayOf(int year, int month, int day) {
        try {
            return LocalDate.of(year, month, day);
        } catch (DateTimeException noSuchDay) {
            return null;
        }
    }

    private static DateInterval month(PhraseValues values, List<String> arguments, DateReference reference) {
        boolean yearly = !values.has(PhraseSlot.YEAR);
        int year = yearly ? reference.day().getYear() : values.get(PhraseSlot.YEAR);
        DateInterval month = CalendarUnit.MONTH.around(LocalDate.of(year, values.get(PhraseSlot.MONTH), 1));
        return new DateInterval(month.from(), month.to(), yearly);
    }

    private static DateInterval year(PhraseValues values, List<String> arguments, DateReference reference) {
        return CalendarUnit.YEAR.around(LocalDate.of(values.get(PhraseSlot.YEAR), 1, 1));
    }

    /** The nearest day with this number: of this month, the one before or the next. */
    private static @Nullable DateInterval dayOfMonth(
            PhraseValues values, List<String> arguments, DateReference reference) {
        LocalDate last = null;
        LocalDate next = null;
        // Each day of a month occurs in one of two months at least.
        for (int months = -2; months <= 2; months++) {
            LocalDate month = reference.day().plusMonths(months);
            LocalDate day = dayOf(month.getYear(), month.getMonthValue(), values.get(PhraseSlot.DAY));
            if (day != null && !day.isAfter(reference.day())) {
                last = day;
            } else if (day != null && next == null) {
                next = day;
            }
        }
        return last == null || next == null ? null : reference.chosen(DateInterval.day(last), DateInterval.day(next));
    }

    /** The nearest day of this number that is such a weekday. */
    private static @Nullable DateInterval weekdayAndDay(
            PhraseValues values, List<String> arguments, DateReference reference) {
        LocalDate nearest = null;
        // A weekday and a day of the month meet at least once in a year.
        for (int months = -12; months <= 12; months++) {
            LocalDate month = reference.day().plusMonths(months);
            LocalDate day = dayOf(month.getYear(), month.getMonthValue(), values.get(PhraseSlot.DAY));
            if (day != null && day.getDayOfWeek() == dayOfWeek(values)) {
                nearest = nearer(nearest, day, reference.day());
            }
        }
        return nearest == null ? null : DateInterval.day(nearest);
    }

    private static LocalDate nearer(@Nullable LocalDate one, LocalDate other, LocalDate to) {
        boolean first = one != null
                && Math.abs(one.toEpochDay() - to.toEpochDay()) <= Math.abs(other.toEpochDay() - to.toEpochDay());
        return first ? one : other;
    }

    /** Three months; winter is named by the year in which it begins. */
    private static DateInterval season(PhraseValues values, List<String> arguments, DateReference reference) {
        boolean yearly = !values.has(PhraseSlot.YEAR);
        int year = yearly ? reference.day().getYear() : values.get(PhraseSlot.YEAR);
        LocalDate from = LocalDate.of(year, values.get(PhraseSlot.SEASON), 1);
        return new DateInterval(from, from.plusMonths(3).minusDays(1), yearly);
    }

    /** Days of the year that have a name. Arguments: the first and the last as month and day. */
    private static DateInterval fixed(PhraseValues values, List<String> arguments, DateReference reference) {
        boolean yearly = !values.has(PhraseSlot.YEAR);
        int year = yearly ? reference.day().getYear() : values.get(PhraseSlot.YEAR);
        LocalDate from = MonthDay.parse("--" + arguments.get(0)).atYear(year);
        LocalDate to = MonthDay.parse("--" + arguments.get(1)).atYear(year);
        return new DateInterval(from, to.isBefore(from) ? to.plusYears(1) : to, yearly);
    }

    private static DayOfWeek dayOfWeek(PhraseValues values) {
        return DayOfWeek.of(values.get(PhraseSlot.WEEKDAY));
    }

    /** A weekday before the reference, after it, or, by a message, beside it. */
    private static DateInterval weekday(PhraseValues values, List<String> arguments, DateReference reference) {
        DayOfWeek weekday = dayOfWeek(values);
        LocalDate day = reference.day();
        LocalDate last = day.with(TemporalAdjusters.previousOrSame(weekday));
        LocalDate next = day.with(TemporalAdjusters.nextOrSame(weekday));
        return switch (number(arguments)) {
            case -1 -> DateInterval.day(day.with(TemporalAdjusters.previous(weekday)));
            case 1 -> DateInterval.day(day.with(TemporalAdjusters.next(weekday)));
            default ->
                reference.question()
                        ? DateInterval.day(last)
                        : reference.chosen(DateInterval.day(last), DateInterval.day(next));
        };
    }

    /** The last occurrence that is over. */
    private static @Nullable DateInterval latest(PhraseValues values, List<String> arguments, DateReference reference) {
        DateInterval yearly = values.date(0);
        if (!yearly.yearly()) {
            return null;
        }
        DateInterval begun = DateReference.latestUntil(yearly, reference.day());
        return once(
                begun.to().isBefore(reference.day())
                        ? begun
                        : DateReference.latestUntil(yearly, begun.from().minusDays(1)));
    }

    private static @Nullable DateInterval next(PhraseValues values, List<String> arguments, DateReference reference) {
        DateInterval yearly = values.date(0);
        return yearly.yearly() ? once(DateReference.nextAfter(yearly, reference.day())) : null;
    }

    private static @Nullable DateInterval ofThisYear(
            PhraseValues values, List<String> arguments, DateReference reference) {
        DateInterval yearly = values.date(0);
        if (!yearly.yearly()) {
            return null;
        }
        // In January, this winter is the one of December.
        DateInterval begun = DateReference.latestUntil(yearly, reference.day());
        return once(
                begun.to().isBefore(reference.day())
                        ? yearly.inYear(reference.day().getYear()).orElse(begun)
                        : begun);
    }

    /** Some units and a half before the reference: "a year and a half ago"; the argument is the number if none is said. */
    private static DateInterval halfAgo(PhraseValues values, List<String> arguments, DateReference reference) {
        CalendarUnit unit = values.unit();
        long number = values.has(PhraseSlot.NUMBER) ? values.number() : number(arguments);
        LocalDate meant = unit.plus(reference.day(), -number).minusDays(unit.half());
        long spread = unit.half() / 2;
        return DateInterval.of(meant.minusDays(spread), meant.plusDays(spread));
    }

    /** The first or last week, weekend or day of a date: "the last week of January". The argument is its number, -1 for the last. */
    private static @Nullable DateInterval unitWithin(
            PhraseValues values, List<String> arguments, DateReference reference) {
        DateInterval date = values.date(0);
        int number = number(arguments);
        LocalDate from = switch (values.unit()) {
            case DAY -> number < 0 ? date.to() : date.from().plusDays(number - 1L);
            case WEEK -> number < 0 ? date.to().minusDays(6) : date.from().plusWeeks(number - 1L);
            case WEEKEND ->
                number < 0
                        ? date.to()
                                .with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY))
                                .minusDays(1)
                        : date.from()
                                .with(TemporalAdjusters.nextOrSame(DayOfWeek.SATURDAY))
                                .plusWeeks(number - 1L);
            case MONTH, YEAR -> null;
        };
        if (from == null || from.isBefore(date.from()) || from.isAfter(date.to())) {
            return null;
        }
        LocalDate to =
                from.plusDays(values.unit() == CalendarUnit.DAY ? 0 : values.unit() == CalendarUnit.WEEK ? 6 : 1);
        return new DateInterval(from, to, date.yearly());
    }

    private static DateInterval easter(PhraseValues values, List<String> arguments, DateReference reference) {
        int year = values.has(PhraseSlot.YEAR)
                ? values.get(PhraseSlot.YEAR)
                : reference.day().getYear();
        DateInterval easter = EasterDays.of(year);
        if (values.has(PhraseSlot.YEAR)) {
            return easter;
        }
        boolean begun = !easter.from().isAfter(reference.day());
        DateInterval last = begun ? easter : EasterDays.of(year - 1);
        return reference.question() ? last : reference.chosen(last, begun ? EasterDays.of(year + 1) : easter);
    }

    private static @Nullable DateInterval quarter(
            PhraseValues values, List<String> arguments, DateReference reference) {
        int quarter = values.number();
        if (quarter > QUARTERS) {
            return null;
        }
        LocalDate from = LocalDate.of(values.get(PhraseSlot.YEAR), 3 * quarter - 2, 1);
        return DateInterval.of(from, from.plusMonths(3).minusDays(1));
    }

    /** Some units after a day; a weekday is the next one: "a week from Friday". */
    private static DateInterval from(PhraseValues values, List<String> arguments, DateReference reference) {
        LocalDate from = meant(values, 0, reference).from();
        long daysAgo = reference.day().toEpochDay() - from.toEpochDay();
        return DateInterval.day(
                values.unit().plus(daysAgo > 0 && daysAgo < 7 ? from.plusWeeks(1) : from, values.number()));
    }

    private static DateInterval once(DateInterval interval) {
        return DateInterval.of(interval.from(), interval.to());
    }

    /** Some units before or after a day, give or take half a unit. */
    private static DateInterval distant(PhraseValues values, LocalDate day, int sign) {
        CalendarUnit unit = values.unit();
        LocalDate meant = unit.plus(day, (long) sign * values.number());
        if (unit == CalendarUnit.WEEKEND) {
            return unit.around(meant);
        }
        long spread = unit.half() + (unit == CalendarUnit.DAY ? values.number() / EXACT_DAYS : 0);
        if (values.has(PhraseSlot.FEW)) {
            spread = Math.max(1, FEW_SPREAD * spread);
        }
        return DateInterval.of(meant.minusDays(spread), meant.plusDays(spread));
    }

    /** The unit that ends before an interval begins, or begins after it ends. */
    private static DateInterval beside(CalendarUnit unit, DateInterval interval, int sign) {
        LocalDate edge = sign < 0 ? interval.from() : interval.to();
        return switch (unit) {
            case WEEK ->
                sign < 0
                        ? DateInterval.of(edge.minusDays(7), edge.minusDays(1))
                        : DateInterval.of(edge.plusDays(1), edge.plusDays(7));
            case WEEKEND ->
                unit.around(
                        sign < 0
                                ? edge.with(TemporalAdjusters.previous(DayOfWeek.SUNDAY))
                                : edge.with(TemporalAdjusters.next(DayOfWeek.SATURDAY)));
            case DAY, MONTH, YEAR -> unit.around(unit.plus(edge, sign));
        };
    }

    private static DateInterval third(DateInterval date, int number) {
        long length = date.days() / 3;
        LocalDate from = number == 0 ? date.from() : date.from().plusDays(number * length);
        LocalDate to = number == 2 ? date.to() : from.plusDays(Math.max(1, length) - 1);
        return new DateInterval(from, to, date.yearly());
    }

    /** From the first to the second; "between May and July 2023" names the year once. */
    private static @Nullable DateInterval between(
            PhraseValues values, List<String> arguments, DateReference reference) {
        DateInterval second = meant(values, 1, reference);
        DateInterval first = values.date(0);
        DateInterval begin = first.yearly() ? DateReference.latestUntil(first, second.from()) : first;
        return begin.from().isAfter(second.to()) ? null : DateInterval.of(begin.from(), second.to());
    }

    /** From the beginning of a date that has begun until now. */
    private static @Nullable DateInterval since(PhraseValues values, List<String> arguments, DateReference reference) {
        DateInterval date = values.date(0);
        DateInterval begin = date.yearly() ? DateReference.latestUntil(date, reference.day()) : date;
        return begin.from().isAfter(reference.day()) ? null : DateInterval.of(begin.from(), reference.day());
    }
}
