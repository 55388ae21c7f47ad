package dev.daybook.internal.scoring;

import dev.daybook.internal.dates.DateInterval;
import dev.daybook.internal.index.MessageDates;
import dev.daybook.internal.index.ScopeIndex;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Scores messages by the time that a question names: "in May", "last week", "before June 2023". A message is of the day on
 * which it was said, and of the days that it speaks of. A score, and never a condition: people err about dates, and a
 * message about a time may be of another (decision 113).
 */
final class TimeMatch {

    private static final String NAME = "time";

    /** A question without a year is about one that is at most so many years from now. */
    private static final int YEARS = 100;

    private final MessageDates dates;
    private final double[] values;

    /** The date by which each message matches: the number of a mention, or the day of the message. */
    private final int[] mentions;

    private static final int OWN_DAY = -1;

    private TimeMatch(ScopeIndex scopeIndex) {
        this.dates = scopeIndex.messageDates();
        this.values = new double[scopeIndex.messageCount()];
        this.mentions = new int[values.length];
        Arrays.fill(mentions, OWN_DAY);
    }

    /**
     * Scores from 0 to 1: the overlap of the time of a message with that of the question; all 0 without one. The score is
     * the lower the more messages have it, because a time of most messages, such as "this year", does not tell them apart.
     */
    static ScoreSignal of(ScopeIndex scopeIndex, List<DateInterval> asked) {
        if (asked.isEmpty() || scopeIndex.messageCount() == 0) {
            return ScoreSignal.none(NAME);
        }
        TimeMatch match = new TimeMatch(scopeIndex);
        asked.forEach(match::add);
        scopeIndex.clearDead(match.values);
        match.multiply(1 - Arrays.stream(match.values).sum() / Math.max(1, scopeIndex.liveMessages()));
        return new ScoreSignal(NAME, match.values, match::detail);
    }

    private void add(DateInterval asked) {
        for (DateInterval occurrence : occurrences(asked)) {
            long from = occurrence.from().toEpochDay();
            long to = occurrence.to().toEpochDay();
            for (int message = 0; message < values.length; message++) {
                int day = dates.day(message);
                offer(message, OWN_DAY, overlap(from, to, day, day));
            }
            for (int mention = 0; mention < dates.mentions(); mention++) {
                offer(
                        dates.messageOf(mention),
                        mention,
                        overlap(from, to, dates.firstDay(mention), dates.lastDay(mention)));
            }
        }
    }

    private void multiply(double factor) {
        for (int message = 0; message < values.length; message++) {
            values[message] *= factor;
        }
    }

    private void offer(int message, int mention, double overlap) {
        if (overlap > values[message]) {
            values[message] = overlap;
            mentions[message] = mention;
        }
    }

    /**
     * Returns the root of the part of a date that lies within the time asked for: a day of the week that was asked for
     * counts in full, a week that contains the day asked for less.
     */
    private static double overlap(long from, long to, long first, long last) {
        long common = Math.min(to, last) - Math.max(from, first) + 1;
        return common <= 0 ? 0 : Math.sqrt((double) common / (last - first + 1));
    }

    /** Returns the interval in each year that a message is of, if the question names none. */
    private List<DateInterval> occurrences(DateInterval asked) {
        if (!asked.yearly()) {
            return List.of(asked);
        }
        int firstYear = asked.from().getYear() - YEARS;
        BitSet years = new BitSet(2 * YEARS);
        int lastDay = Integer.MIN_VALUE;
        for (int message = 0; message < values.length; message++) {
            // The messages of a day mostly follow each other.
            if (dates.day(message) != lastDay) {
                lastDay = dates.day(message);
                addYear(years, lastDay, firstYear);
            }
        }
        for (int mention = 0; mention < dates.mentions(); mention++) {
            addYear(years, dates.firstDay(mention), firstYear);
        }
        return years.stream()
                .mapToObj(year -> asked.inYear(year + firstYear))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Adds the year of a day and the one before, in which its winter began. */
    private static void addYear(BitSet years, int day, int firstYear) {
        int year = LocalDate.ofEpochDay(day).getYear() - firstYear;
        if (year > 0 && year < 2 * YEARS) {
            years.set(year - 1, year + 1);
        }
    }

    private String detail(int message) {
        int mention = mentions[message];
        LocalDate day = LocalDate.ofEpochDay(dates.day(message));
        return mention == OWN_DAY
                ? "said on " + day
                : "about "
                        + DateInterval.of(
                                        LocalDate.ofEpochDay(dates.firstDay(mention)),
                                        LocalDate.ofEpochDay(dates.lastDay(mention)))
                                .text();
    }
}
