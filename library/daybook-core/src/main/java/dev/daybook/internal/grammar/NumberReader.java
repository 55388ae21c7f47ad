package dev.daybook.internal.grammar;

import java.util.List;

/** Reads ages, dates and years. */
final class NumberReader {

    private static final int MIN_AGE = 5;

    private static final int MAX_AGE = 110;

    private static final int MAX_DATE = 6;

    private final WordClasses classes;
    private final NounPhrases phrases;

    NumberReader(WordClasses classes, NounPhrases phrases) {
        this.classes = classes;
        this.phrases = phrases;
    }

    ObjectReading age(List<StatementWord> words, int begin) {
        int next = begin + 1;
        StatementWord word = words.get(begin);
        if (classes.has("agerange", word.lower())
                && next < words.size()
                && classes.has("decade", words.get(next).lower())) {
            return ObjectReading.of(NounPhrases.text(words, begin, next + 1), next + 1);
        }
        if (classes.has("decade", word.lower())) {
            return ObjectReading.of(word.text(), next);
        }
        boolean isNumber = word.isNumber()
                ? word.text().length() <= 3
                        && Integer.parseInt(word.text()) >= MIN_AGE
                        && Integer.parseInt(word.text()) <= MAX_AGE
                : isNumberWord(word.lower());
        if (!isNumber) {
            return ObjectReading.NONE;
        }
        int behind = next + classes.longestAt("years", words, next);
        boolean isOver = NounPhrases.isPartEnd(words, behind)
                || classes.has("boundary", words.get(behind).lower())
                || classes.has("first", words.get(behind).lower())
                || classes.longestAt("agetime", words, behind) > 0;
        return isOver && phrases.isLeft(words, behind) ? ObjectReading.of(word.text(), behind) : ObjectReading.NONE;
    }

    private boolean isNumberWord(String word) {
        int hyphen = word.indexOf('-');
        return hyphen < 0
                ? classes.has("number", word) && !classes.has("small", word)
                : classes.has("number", word.substring(0, hyphen)) && classes.has("number", word.substring(hyphen + 1));
    }

    ObjectReading date(List<StatementWord> words, int begin) {
        int end = begin;
        boolean hasMonth = false;
        boolean hasDay = false;
        while (end < words.size() && end < begin + MAX_DATE) {
            StatementWord word = words.get(end);
            boolean isDay =
                    !word.text().isEmpty() && Character.isDigit(word.text().charAt(0));
            boolean isMonth = classes.has("month", word.lower());
            if (!isDay
                    && !isMonth
                    && !word.lower().equals("of")
                    && !word.lower().equals("the")) {
                break;
            }
            hasDay |= isDay;
            hasMonth |= isMonth || isDay && word.text().length() > 4;
            end++;
            if (word.endsPart() && word.stop() != ',') {
                break;
            }
        }
        return hasDay && hasMonth ? ObjectReading.of(NounPhrases.text(words, begin, end), end) : ObjectReading.NONE;
    }

    static ObjectReading year(List<StatementWord> words, int begin) {
        StatementWord word = words.get(begin);
        boolean isYear = word.isNumber()
                && word.text().length() == 4
                && (word.text().startsWith("19") || word.text().startsWith("20"));
        return isYear ? ObjectReading.of(word.text(), begin + 1) : ObjectReading.NONE;
    }
}
