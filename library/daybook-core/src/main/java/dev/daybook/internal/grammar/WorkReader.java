package dev.daybook.internal.grammar;

import java.util.List;

/** Reads occupations, what a trade works on, and the firm behind them. */
final class WorkReader {

    private static final int MAX_JOB = 4;

    private static final int MAX_GOODS = 3;

    private static final int MAX_WORDS = 8;

    private final WordClasses classes;
    private final NounPhrases phrases;
    private final ProperNames names;

    WorkReader(WordClasses classes, NounPhrases phrases, ProperNames names) {
        this.classes = classes;
        this.phrases = phrases;
        this.names = names;
    }

    ObjectReading job(List<StatementWord> words, int begin) {
        ObjectReading job = phrases.headed("job", words, begin, true);
        if (!job.isFound() || phrases.isAny("nojob", words, begin, job.next())) {
            return ObjectReading.NONE;
        }
        boolean isTitle = job.next() < words.size()
                && !words.get(job.next() - 1).endsPart()
                && words.get(job.next()).isCapitalised();
        boolean isAtHeart = job.next() + 1 < words.size()
                && !words.get(job.next() - 1).endsPart()
                && classes.longestAt("atheart", words, job.next()) > 0;
        return isTitle || isAtHeart ? ObjectReading.NONE : phrases.withOf(job, words);
    }

    ObjectReading rawJob(List<StatementWord> words, int begin) {
        int end = NounPhrases.runEnd(words, begin, MAX_JOB, this::isOfWork);
        boolean isOver = end > begin
                && (NounPhrases.isPartEnd(words, end)
                        || !classes.has("deictic", words.get(end).lower()))
                && phrases.isLeft(words, end);
        return isOver ? ObjectReading.of(NounPhrases.text(words, begin, end), end) : ObjectReading.NONE;
    }

    private boolean isOfWork(StatementWord word) {
        return !classes.has("preposition", word.lower())
                && !classes.has("boundary", word.lower())
                && !classes.has("deictic", word.lower());
    }

    ObjectReading firmOf(String wordClass, List<StatementWord> words, int begin) {
        int at = wordClass.isEmpty()
                ? begin
                : phrases.headed(wordClass, words, begin, true).next();
        if (at < 0) {
            return ObjectReading.NONE;
        }
        while (at < words.size() - 1 && at < begin + MAX_WORDS && !words.get(at).endsPart()) {
            if (at > begin
                    && (words.get(at).lower().equals("at")
                            || words.get(at).lower().equals("for"))) {
                return names.organisation(words, at + 1);
            }
            if (classes.has("boundary", words.get(at).lower())) {
                break;
            }
            at++;
        }
        return ObjectReading.NONE;
    }

    /** Reads what a trade works on: bare, or of a class. */
    ObjectReading trade(String wordClass, List<StatementWord> words, int begin) {
        String verb = words.get(begin - 1).lower().equals("the")
                ? words.get(begin - 2).text()
                : words.get(begin - 1).text();
        if (!wordClass.isEmpty()) {
            ObjectReading business = phrases.headed(wordClass, words, begin, false);
            return business.isFound()
                    ? ObjectReading.of(verb + " " + business.objects().get(0), business.next())
                    : ObjectReading.NONE;
        }
        int end = NounPhrases.runEnd(
                words, begin, MAX_GOODS + 1, word -> isOfWork(word) && !classes.has("determiner", word.lower()));
        boolean isBare = end > begin
                && end <= begin + MAX_GOODS
                && phrases.end(words, begin) >= end
                && !classes.has("adverb", words.get(begin).lower())
                && phrases.isLeft(words, end);
        return isBare ? ObjectReading.of(verb + " " + NounPhrases.text(words, begin, end), end) : ObjectReading.NONE;
    }
}
