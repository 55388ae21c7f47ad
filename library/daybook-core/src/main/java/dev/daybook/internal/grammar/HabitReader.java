package dev.daybook.internal.grammar;

import java.util.List;

/**
 * Reads habits: a verb in the present with words that say how often, "swim twice a week". Without them a present tense
 * may be about this moment.
 */
final class HabitReader {

    private static final int MAX_WORDS = 14;

    private static final int MAX_FRONTED = 8;

    private final WordClasses classes;

    HabitReader(WordClasses classes) {
        this.classes = classes;
    }

    ObjectReading habit(List<StatementWord> words, int begin) {
        if (!isPresentVerb(words, begin)) {
            return ObjectReading.NONE;
        }
        int end = begin;
        int often = -1;
        while (end < words.size() && end < begin + MAX_WORDS) {
            int length = end == begin ? 0 : oftenAt(words, end);
            if (length > 0) {
                often = end + length;
                end = often;
            } else if (isOver(words.get(end).lower())) {
                break;
            } else {
                end++;
            }
            if (words.get(end - 1).endsPart() && !(end < words.size() && oftenAt(words, end) > 0)) {
                break;
            }
        }
        return often < 0 ? ObjectReading.NONE : ObjectReading.of(NounPhrases.text(words, begin, often), end);
    }

    /** Reads the verb phrase behind "On Sundays I". */
    ObjectReading fronted(List<StatementWord> words, int begin) {
        if (!isPresentVerb(words, begin)) {
            return ObjectReading.NONE;
        }
        int end = NounPhrases.runEnd(words, begin, MAX_FRONTED, word -> !isOver(word.lower()));
        boolean isPointing =
                end < words.size() && classes.has("deictic", words.get(end).lower());
        return end > begin && !isPointing
                ? ObjectReading.of(NounPhrases.text(words, begin, end), end)
                : ObjectReading.NONE;
    }

    private boolean isPresentVerb(List<StatementWord> words, int begin) {
        StatementWord verb = words.get(begin);
        String lower = verb.lower();
        return !verb.isCapitalised()
                && lower.chars().allMatch(Character::isLetter)
                && !classes.has("nohabit", lower)
                && !classes.has("preposition", lower)
                && !classes.has("adverb", lower)
                && !classes.has("boundary", lower)
                && (!lower.endsWith("ed") || classes.has("edverb", lower))
                && !lower.endsWith("ing");
    }

    private boolean isOver(String word) {
        return classes.has("boundary", word) && !word.equals("right")
                || classes.has("condition", word)
                || classes.has("pointing", word)
                || classes.has("subject", word);
    }

    /** Returns the number of words of "every day", "on Mondays", "twice a week" at an index; 0 if there is none. */
    private int oftenAt(List<StatementWord> words, int at) {
        String word = words.get(at).lower();
        if (classes.has("plural day", word)) {
            return withMore(words, at, 1);
        }
        if (word.equals("every") || word.equals("each") || word.equals("most")) {
            int unit = at + 1;
            while (unit < words.size()
                    && classes.has("everymodifier", words.get(unit).lower())
                    && unit < at + 3) {
                unit++;
            }
            boolean isUnit = unit < words.size() && isUnit(words.get(unit).lower());
            return isUnit ? withMore(words, at, unit + 1 - at) : 0;
        }
        boolean isCounted = word.equals("once") || word.equals("twice") || classes.has("number", word);
        int a = at + (isCounted && !word.equals("once") && !word.equals("twice") ? 2 : 1);
        boolean isRate = isCounted
                && a + 1 < words.size()
                && (words.get(a).lower().equals("a") || words.get(a).lower().equals("per"))
                && isUnit(words.get(a + 1).lower());
        if (isRate) {
            return a + 2 - at;
        }
        boolean isOrdinal = at + 4 < words.size()
                && classes.has("ordinal", word)
                && classes.has("calendar", words.get(at + 1).lower())
                && words.get(at + 2).lower().equals("of")
                && words.get(at + 4).lower().equals("month");
        return isOrdinal ? 5 : classes.longestAt("often", words, at);
    }

    private boolean isUnit(String word) {
        return classes.has("unit", word) || classes.has("calendar", word);
    }

    private int withMore(List<StatementWord> words, int at, int length) {
        int and = at + length;
        boolean hasMore = and + 1 < words.size()
                && words.get(and).lower().equals("and")
                && (classes.has("calendar", words.get(and + 1).lower())
                        || classes.has("plural day", words.get(and + 1).lower()));
        return hasMore ? length + 2 : length;
    }
}
