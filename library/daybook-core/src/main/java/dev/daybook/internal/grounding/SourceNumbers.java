package dev.daybook.internal.grounding;

import dev.daybook.internal.dates.DateInterval;
import dev.daybook.internal.dates.DateReader;
import dev.daybook.internal.extract.NormalizedNumbers;
import dev.daybook.internal.extract.SentenceSplitter;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.internal.words.MessageLanguage;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The numbers that a statement may contain: those that were said, and the computed dates of what was said ("yesterday").
 *
 * @param all every number
 * @param ofDates those of the times of the messages and of computed dates
 * @param bound the numbers with their bonds: see {@link NumberMentions}
 * @param bonds the bonds of any number
 * @param words the stems of the words that were said
 * @param sentences the sentences with numbers
 */
record SourceNumbers(
        Set<String> all,
        Set<String> ofDates,
        Set<String> bound,
        Set<String> bonds,
        Set<String> words,
        List<SourceNumbers.Counting> sentences) {

    private static final int NOON = 12;

    /** A sentence with numbers. */
    record Counting(Set<String> numbers, Set<String> terms) {}

    static SourceNumbers of(List<SourceTurn> turns) {
        SourceNumbers numbers = new SourceNumbers(
                new HashSet<>(), new HashSet<>(), new HashSet<>(), new HashSet<>(), new HashSet<>(), new ArrayList<>());
        turns.forEach(numbers::add);
        return numbers;
    }

    private void add(SourceTurn turn) {
        String text = NumberMentions.withoutListMarks(turn.message().text());
        for (String sentence : new LinkedHashSet<>(SentenceSplitter.of(text))) {
            Set<String> numbers = NormalizedNumbers.of(sentence);
            all.addAll(numbers);
            if (!numbers.isEmpty()) {
                sentences.add(new Counting(numbers, ContentWords.terms(sentence)));
            }
        }
        words.addAll(NumberMentions.words(text));
        for (NumberMentions.Mention mention : NumberMentions.of(text)) {
            mention.bonds().forEach(bond -> bound.add(mention.number() + bond));
            all.add(mention.number());
            bonds.addAll(mention.bonds());
        }
        OffsetDateTime time = turn.message().time();
        if (time != null) {
            addTime(time);
            String language = MessageLanguage.of(text).tag();
            for (DateInterval interval : DateReader.ofMessage(text, language, time.toLocalDate())) {
                addDate(interval.from());
                addDate(interval.to());
            }
        }
    }

    private void addTime(OffsetDateTime time) {
        addDate(time.toLocalDate());
        if (time.toLocalTime().equals(LocalTime.MIDNIGHT)) {
            return; // a date without a time
        }
        int hour = time.getHour();
        int hourOfTwelve = (hour + NOON - 1) % NOON + 1;
        for (int shown : new int[] {hour, hourOfTwelve}) {
            ofDates.add(Integer.toString(shown));
            ofDates.add("%d:%02d".formatted(shown, time.getMinute()));
        }
    }

    private void addDate(LocalDate date) {
        ofDates.add(Integer.toString(date.getYear()));
        ofDates.add(Integer.toString(date.getDayOfMonth()));
        String month = LetterCase.lower(date.getMonth().name());
        ofDates.add(month);
        String bond = "@" + month + date.getDayOfMonth();
        bonds.add(bond);
        bound.add(CalendarWords.weekday(date.getDayOfWeek().name()) + bond);
    }
}
