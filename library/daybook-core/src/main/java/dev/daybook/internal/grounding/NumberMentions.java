package dev.daybook.internal.grounding;

import dev.daybook.internal.extract.NormalizedNumbers;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.internal.words.EnglishAnalyzer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The numbers of a text with what they count: "two goats" and "two sisters" are different. */
final class NumberMentions {

    private static final Pattern TOKEN = Pattern.compile("\\p{L}++(?:['’]\\p{L}++)*+|\\d++(?:[.,:]\\d++)*+");

    private static final Pattern RANGE = Pattern.compile("(?iu)(?<![\\d:.,-])(\\d{1,4}+)(?:st|nd|rd|th)?\\s?"
            + "(?:[-–]|to|and|through|until)\\s?(?:the )?(\\d{1,4}+)(?![\\d:-]|\\.\\d)");

    private static final Pattern LIST_MARK =
            Pattern.compile("(?<![\\p{L}\\p{N}.,:$€£¥])(?:(\\d{1,2})[.)]|\\((\\d{1,2})\\))(?=\\s+[*'\"“]{0,3}\\p{Lu})");

    private static final Set<String> SMALL_WORDS = Set.of(
            "the", "a", "an", "of", "to", "and", "for", "in", "on", "at", "is", "are", "with", "or", "by", "from", "as",
            "that", "this", "it", "be", "was", "were");

    /** Units as people abbreviate them beside a number. */
    private static final Map<String, String> UNITS = Map.ofEntries(
            Map.entry("h", "hour"),
            Map.entry("hr", "hour"),
            Map.entry("hrs", "hour"),
            Map.entry("m", "minute"),
            Map.entry("min", "minute"),
            Map.entry("sec", "second"),
            Map.entry("wk", "week"),
            Map.entry("yr", "year"));

    /** The counted word may follow an adjective: "two old goats". */
    private static final int REACH = 2;

    private NumberMentions() {}

    /**
     * A number in its place.
     *
     * @param number in normal form; or a weekday
     * @param bonds the words that it stands with, each with the side: {@code >goat} after it, {@code <flat} before it,
     *     {@code -15} as the end of a range, {@code @night} after a weekday
     */
    record Mention(String number, Set<String> bonds) {}

    /** Returns a text without the numbers of a list, which count up from one: "1. Wash it. 2. Dry it." */
    static String withoutListMarks(String text) {
        int[] next = {1};
        return LIST_MARK.matcher(text).replaceAll(mark -> {
            int number = Integer.parseInt(mark.group(1) == null ? mark.group(2) : mark.group(1));
            boolean isNext = number == next[0] || number == 1;
            next[0] = isNext ? number + 1 : next[0];
            return isNext ? " " : "$0";
        });
    }

    static List<Mention> of(String text) {
        List<String> tokens = tokens(text);
        List<Mention> mentions = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            Set<String> numbers = NormalizedNumbers.of(tokens.get(i));
            if (CalendarWords.isWeekday(tokens.get(i))) {
                mentions.add(new Mention(CalendarWords.weekday(tokens.get(i)), bondOfDay(tokens, i)));
            } else if (numbers.size() == 1 && !isOfDate(tokens, i)) {
                mentions.add(new Mention(numbers.iterator().next(), bonds(tokens, i)));
            }
        }
        Matcher range = RANGE.matcher(text);
        while (range.find()) {
            mentions.add(new Mention(range.group(1), Set.of("-" + range.group(2))));
        }
        return mentions;
    }

    /** Returns whether a number is a month, or the day or the year beside one. */
    private static boolean isOfDate(List<String> tokens, int index) {
        return tokens.subList(Math.max(0, index - 1), Math.min(tokens.size(), index + 2)).stream()
                .anyMatch(CalendarWords::isMonth);
    }

    private static Set<String> bonds(List<String> tokens, int index) {
        Set<String> bonds = new LinkedHashSet<>();
        for (int i = index + 1; i <= Math.min(tokens.size() - 1, index + REACH); i++) {
            if (NormalizedNumbers.of(tokens.get(i)).isEmpty()) {
                bonds.add(">" + stem(tokens.get(i)));
                break;
            }
        }
        if (index > 0 && NormalizedNumbers.of(tokens.get(index - 1)).isEmpty()) {
            bonds.add("<" + stem(tokens.get(index - 1)));
        }
        return bonds;
    }

    /** Returns the next word or the date after a weekday: {@code @night} of "Friday night", {@code @may28} of "Friday, May 28th". */
    private static Set<String> bondOfDay(List<String> tokens, int index) {
        if (index + 1 == tokens.size() || CalendarWords.isWeekday(tokens.get(index + 1))) {
            return Set.of();
        }
        String next = tokens.get(index + 1);
        if (!CalendarWords.isMonth(next)) {
            return Set.of("@" + normal(next));
        }
        return index + 2 == tokens.size() ? Set.of() : Set.of("@" + next + normal(tokens.get(index + 2)));
    }

    private static String normal(String token) {
        return NormalizedNumbers.of(token).stream().findFirst().orElseGet(() -> stem(token));
    }

    /** Returns the stems of the words of a text. */
    static Set<String> words(String text) {
        Set<String> words = new LinkedHashSet<>();
        tokens(text).forEach(token -> words.add(stem(token)));
        return words;
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            String word = LetterCase.lower(token.group());
            if (!SMALL_WORDS.contains(word)) {
                tokens.add(word);
            }
        }
        return tokens;
    }

    private static String stem(String word) {
        List<String> terms = EnglishAnalyzer.terms(UNITS.getOrDefault(word, word));
        return terms.isEmpty() ? word : terms.get(0);
    }
}
