package dev.daybook.internal.dates;

import dev.daybook.internal.text.PlainForm;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the date expressions of a text as intervals of days, relative ones against the day of the text: "yesterday",
 * "two weeks ago", "last summer", "7 May 2023". By rules alone, in time proportional to the length of the text; the
 * phrases are those of {@link DatePhrases}. Thread-safe.
 */
public final class DateReader {

    /** The dates of one text: more belong to a table or a log, which is about none of them. */
    private static final int MAX_DATES = 16;

    /** "Before" and "after" may stand before another phrase of two levels: "before the end of last May". */
    private static final int DEEPEST = 3;

    /** Longer intervals of a message say nothing of its time: "the last ten years". */
    private static final int MAX_MESSAGE_LENGTH = 3 * 366;

    /** Years outside of these are no times of messages, and would overflow the calendar. */
    private static final int FIRST_YEAR = 1000;

    private static final int LAST_YEAR = 9000;

    private final DatePhrases phrases;
    private final @Nullable PhraseValues[] valuesByDepth = new PhraseValues[DEEPEST + 1];
    private DateReference reference;

    private DateReader(DatePhrases phrases, DateReference reference) {
        this.phrases = phrases;
        this.reference = reference;
    }

    /**
     * Returns the days that a message speaks of, in order, each once; at most 16, each with a year.
     *
     * @param language the BCP 47 tag of its language; one without phrases of its own has those of English
     */
    public static List<DateInterval> ofMessage(String text, String language, LocalDate said) {
        return read(text, language, new DateReference(said, false)).stream()
                .filter(date -> date.isBounded() && date.days() <= MAX_MESSAGE_LENGTH)
                .toList();
    }

    /**
     * Returns the days that a question asks about, in order, each once; "before May" has an open end, and May without a year is the
     * last one.
     *
     * @param language the BCP 47 tag of its language
     */
    public static List<DateInterval> ofQuestion(String text, String language, LocalDate asked) {
        return read(text, language, new DateReference(asked, true)).stream()
                .map(date -> date.yearly() ? DateReference.latestUntil(date, asked) : date)
                .toList();
    }

    private static List<DateInterval> read(String text, String language, DateReference reference) {
        int year = reference.day().getYear();
        if (year < FIRST_YEAR || year > LAST_YEAR) {
            return List.of();
        }
        return new DateReader(DatePhrases.of(language), reference).read(text);
    }

    private List<DateInterval> read(String text) {
        List<DateInterval> dates = new ArrayList<>();
        DateTokenizer clauses = new DateTokenizer(phrases, PlainForm.of(text));
        while (clauses.hasNext() && dates.size() < MAX_DATES) {
            List<DateToken> tokens = clauses.next();
            reference = reference.in(phrases.tense(tokens));
            for (int at = 0; at < tokens.size() && dates.size() < MAX_DATES; ) {
                DatePhrase phrase = longest(tokens, at, 0);
                at = phrase == null ? at + 1 : phrase.end();
                DateInterval date = phrase == null ? null : phrase.date();
                if (date != null) {
                    DateInterval meant = date.yearly() && !reference.question() ? once(date) : date;
                    if (!dates.contains(meant)) {
                        dates.add(meant);
                    }
                }
            }
        }
        return dates;
    }

    private DateInterval once(DateInterval yearly) {
        DateInterval meant = reference.meant(yearly);
        return DateInterval.of(meant.from(), meant.to());
    }

    /**
     * A date found in a text.
     *
     * @param end the index of the token behind it
     * @param date the date; null for a phrase that looks like one and is none
     */
    private record DatePhrase(int end, @Nullable DateInterval date) {}

    /** Returns the longest phrase that begins at a token. */
    private @Nullable DatePhrase longest(List<DateToken> tokens, int at, int depth) {
        DateInterval written = tokens.get(at).date();
        if (written != null) {
            return new DatePhrase(at + 1, written);
        }
        DatePhrase longest = null;
        for (PhraseTemplate template : phrases.beginningWith(tokens.get(at))) {
            if (depth > 0 || !template.inner()) {
                DatePhrase found = match(template, tokens, at, depth);
                if (found != null && (longest == null || found.end() > longest.end())) {
                    longest = found;
                }
            }
        }
        return longest;
    }

    private PhraseValues emptyValues(int depth) {
        PhraseValues values = valuesByDepth[depth];
        if (values == null) {
            values = new PhraseValues();
            valuesByDepth[depth] = values;
        }
        values.clear();
        return values;
    }

    private @Nullable DatePhrase match(PhraseTemplate template, List<DateToken> tokens, int from, int depth) {
        PhraseValues values = emptyValues(depth);
        int at = from;
        for (PhraseTemplate.Element element : template.elements()) {
            if (element.absent()) {
                PhraseSlot absent = element.slot();
                if (absent != null && at < tokens.size() && phrases.value(absent, tokens.get(at)) != null) {
                    return null;
                }
                continue;
            }
            if (at == tokens.size()) {
                return null;
            }
            PhraseSlot slot = element.slot();
            if (slot == PhraseSlot.DATE) {
                DatePhrase nested = depth == DEEPEST ? null : longest(tokens, at, depth + 1);
                DateInterval date = nested == null ? null : nested.date();
                if (nested == null || date == null || !date.isBounded()) {
                    return null;
                }
                values.add(date);
                at = nested.end();
            } else if (slot == null) {
                if (!element.word().equals(tokens.get(at++).word())) {
                    return null;
                }
            } else {
                Integer value = phrases.value(slot, tokens.get(at++));
                if (value == null) {
                    return null;
                }
                values.put(slot, value);
            }
        }
        DateInterval date = template.meaning().of(values, template.arguments(), reference);
        return date == null && !template.isComplete() ? null : new DatePhrase(at, date);
    }
}
