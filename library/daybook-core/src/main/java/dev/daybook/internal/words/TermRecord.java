package dev.daybook.internal.words;

import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.internal.dates.DateInterval;
import dev.daybook.internal.dates.DateReader;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.Statement;
import dev.daybook.model.Trust;
import dev.daybook.store.Blob;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The analysed words of an entry, stored beside it as a sidecar, so that loading a scope needs no analysis.
 *
 * @param offsetSeconds the UTC offset of the time of the entry, because questions name the local date
 * @param messages one line for each message
 * @param sources the messages that a statement follows from; empty for other entries
 */
public record TermRecord(int offsetSeconds, List<Line> messages, List<Source> sources) {

    /** The name of the sidecar. */
    public static final String SIDECAR = "terms/" + EnglishAnalyzer.NAME;

    /** The role in the only line of an entry that is no episode. */
    private static final String NO_SPEAKER = "";

    /**
     * A question mark within this distance of the end makes the message a question: a greeting or a smiley may follow
     * it.
     */
    private static final int QUESTION_TAIL = 40;

    /** The question mark of Chinese and Japanese. */
    private static final char WIDE_QUESTION_MARK = '？';

    /** Flags of a line, in one octet. A record from before {@link #LOW_TRUST} has it after the next rebuild. */
    private static final int ASKS = 1;

    private static final int LOW_TRUST = 1 << 1;

    /** The language has these bits; records from before there were languages have the number of English there, 0. */
    private static final int LANGUAGE_SHIFT = 2;

    private static final int LANGUAGE_MASK = 0x1F;

    /**
     * The message speaks of dates, which stand behind all lines: a program of before {@link #DATED} skips them there. A
     * record of such a program has the dates after the next rebuild.
     */
    private static final int DATED = 1 << 7;

    /** The last day of the year 9999, counted from 1970. No date read from a text is later. */
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

    /** The offset of {@link java.time.ZoneOffset#MAX}. */
    private static final int MAX_OFFSET_SECONDS = 18 * 60 * 60;

    public TermRecord {
        messages = List.copyOf(messages);
        sources = List.copyOf(sources);
    }

    /** Creates the record of an entry that is no statement. */
    public TermRecord(int offsetSeconds, List<Line> messages) {
        this(offsetSeconds, messages, List.of());
    }

    /**
     * A message of the same scope that a statement follows from.
     *
     * @param episode the id of its episode
     */
    public record Source(String episode, int index) {}

    /**
     * The words of one message.
     *
     * @param asks whether the message ends in a question
     * @param lowTrust whether it has less trust than its role tells, because the episode has; without a role, less than
     *     a user
     * @param language the number of the language of its analysis
     * @param terms the distinct terms, in order of first appearance
     * @param sequence the message as indexes into {@code terms}, from which frequencies and passages follow
     * @param dates the days that the message speaks of, besides its own (decision 113)
     */
    public record Line(
            String role,
            @Nullable String name,
            boolean asks,
            boolean lowTrust,
            int language,
            List<String> terms,
            List<Integer> sequence,
            List<DateInterval> dates) {
        public Line {
            terms = List.copyOf(terms);
            sequence = List.copyOf(sequence);
            dates = List.copyOf(dates);
        }
    }

    /** Analyses an entry. An entry that is no episode counts as one message without a speaker. */
    public static TermRecord of(Entry entry) {
        List<Line> lines = entry instanceof Episode episode
                ? IntStream.range(0, episode.messages().size())
                        .mapToObj(index -> line(episode, index))
                        .toList()
                : List.of(line(NO_SPEAKER, null, "", entry.trust().isBelow(Trust.USER), words(entry), day(entry)));
        return new TermRecord(entry.occurredAt().getOffset().getTotalSeconds(), lines, sources(entry));
    }

    private static List<Source> sources(Entry entry) {
        Statement statement = entry instanceof Fact fact ? fact.statement() : null;
        return statement == null
                ? List.of()
                : statement.messages().stream()
                        .map(message -> new Source(message.episode().id(), message.index()))
                        .toList();
    }

    /** Returns the searchable text. A predicate is often a name of several words: {@code lives_in}. */
    private static String words(Entry entry) {
        return entry instanceof Fact fact ? fact.sentence().replace('_', ' ') : entry.text();
    }

    /** Returns the local day of an entry, which "yesterday" in its text refers to. */
    private static LocalDate day(Entry entry) {
        return entry.occurredAt().toLocalDate();
    }

    private static Line line(Episode episode, int index) {
        Message message = episode.messages().get(index);
        boolean lowTrust =
                episode.trustOf(index).isBelow(Trust.ofRole(message.role()).least(Trust.USER));
        return line(message.role(), message.name(), message.text(), lowTrust, message.shownText(), day(episode));
    }

    /** @param said the text that may be a question, without its parts */
    private static Line line(
            String role, @Nullable String name, String said, boolean lowTrust, String text, LocalDate day) {
        MessageLanguage language = MessageLanguage.of(text);
        List<String> words = language.terms(text);
        Map<String, Integer> places = new HashMap<>(2 * words.size());
        List<String> terms = new ArrayList<>(words.size());
        List<Integer> sequence = new ArrayList<>(words.size());
        for (String word : words) {
            Integer place = places.putIfAbsent(word, terms.size());
            sequence.add(place == null ? terms.size() : place);
            if (place == null) {
                terms.add(word);
            }
        }
        boolean asks = asks(said) || language.asksWithoutMark(said);
        List<DateInterval> dates = DateReader.ofMessage(text, language.tag(), day);
        return new Line(role, name, asks, lowTrust, language.number(), terms, sequence, dates);
    }

    /** Tests whether a text ends in a question mark, or nearly so. */
    public static boolean asks(String text) {
        int mark = Math.max(text.lastIndexOf('?'), text.lastIndexOf(WIDE_QUESTION_MARK));
        return mark >= Math.max(0, text.stripTrailing().length() - QUESTION_TAIL);
    }

    public Blob encode() {
        ByteWriter out = new ByteWriter().number(offsetSeconds).number(messages.size());
        for (Line line : messages) {
            out.text(line.role())
                    .optionalText(line.name())
                    .octet(flags(line))
                    .number(line.terms().size());
            line.terms().forEach(out::text);
            out.number(line.sequence().size());
            line.sequence().forEach(out::number);
        }
        messages.stream().map(Line::dates).filter(dates -> !dates.isEmpty()).forEach(dates -> {
            out.number(dates.size());
            dates.forEach(date -> out.number(date.from().toEpochDay()).number(date.days()));
        });
        if (!sources.isEmpty()) {
            out.number(sources.size());
            sources.forEach(source -> out.text(source.episode()).number(source.index()));
        }
        return out.toBlob();
    }

    private static int flags(Line line) {
        return (line.asks() ? ASKS : 0)
                | (line.lowTrust() ? LOW_TRUST : 0)
                | line.language() << LANGUAGE_SHIFT
                | (line.dates().isEmpty() ? 0 : DATED);
    }

    /** Decodes a record and numbers its terms. */
    public static Indexed read(Blob blob, TermDictionary numbers) {
        return read(blob, numbers::number);
    }

    /**
     * Decodes a record.
     *
     * @param number returns the number of a term; the messages have it in place of the term
     */
    public static Indexed read(Blob blob, ByteReader.Utf8 number) {
        ByteReader in = new ByteReader(blob);
        long offsetSeconds = in.number();
        if (Math.abs(offsetSeconds) > MAX_OFFSET_SECONDS) {
            throw ByteReader.damaged("an offset is " + offsetSeconds + " seconds");
        }
        List<IndexedMessage> messages = new ArrayList<>();
        List<Integer> dated = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            String role = in.text();
            String name = in.optionalText();
            int flags = in.octet();
            messages.add(new IndexedMessage(
                    role,
                    name,
                    (flags & ASKS) != 0,
                    (flags & LOW_TRUST) != 0,
                    flags >> LANGUAGE_SHIFT & LANGUAGE_MASK,
                    in.pointedAt(in.utf8(number))));
            if ((flags & DATED) != 0) {
                dated.add(messages.size() - 1);
            }
        }
        for (int index : dated) {
            messages.set(index, messages.get(index).withDays(days(in)));
        }
        return new Indexed((int) offsetSeconds, messages, in.hasMore() ? sources(in) : List.of());
    }

    private static List<Source> sources(ByteReader in) {
        List<Source> sources = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            String episode = in.text();
            long index = in.number();
            if (index < 0 || index > Integer.MAX_VALUE) {
                throw ByteReader.damaged("a message has the index " + index);
            }
            sources.add(new Source(episode, (int) index));
        }
        return sources;
    }

    /** Reads the dates of a message: the first and the last day of each. */
    private static int[] days(ByteReader in) {
        int[] days = new int[2 * in.count()];
        for (int i = 0; i < days.length; i += 2) {
            long from = in.number();
            long length = in.number();
            if (from < -LAST_DAY || from > LAST_DAY || length < 1 || length > LAST_DAY) {
                throw ByteReader.damaged("a date is " + length + " days from day " + from);
            }
            days[i] = (int) from;
            days[i + 1] = (int) (from + length - 1);
        }
        return days;
    }

    /** A decoded record. */
    public record Indexed(int offsetSeconds, List<IndexedMessage> messages, List<Source> sources) {

        /** The record of an entry without words. */
        public static final Indexed EMPTY = new Indexed(0, List.of(), List.of());
    }
}
