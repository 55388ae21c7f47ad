package dev.daybook.internal.extract;

import java.util.List;

/**
 * A form of a clause that states a fact of its speaker, one line of {@code statements.txt}.
 *
 * @param ended whether the fact is over
 * @param before the words before the object: a word, {@link #ADVERBS} or {@link #WORDS}; a colon belongs to its word
 * @param behind the words behind the object; often none
 */
record StatementForm(
        FactPredicate predicate,
        boolean ended,
        FactObject object,
        FactEvidence evidence,
        List<String> before,
        List<String> behind) {

    /** Stands for up to two adverbs. */
    static final String ADVERBS = "~";

    /** Stands for one to four words. */
    static final String WORDS = "*";

    private static final int MAX_ADVERBS = 2;

    private static final int MAX_WORDS = 4;

    /** The longest object before other words of a form. */
    private static final int MAX_OBJECT = 9;

    /** Returns the index behind the words before the object; -1 if the clause has another form. */
    static int match(List<String> form, List<StatementWord> words, int begin, WordClasses classes) {
        return match(form, 0, words, begin, classes);
    }

    private static int match(List<String> form, int part, List<StatementWord> words, int begin, WordClasses classes) {
        if (part == form.size()) {
            return begin;
        }
        String wanted = form.get(part);
        if (wanted.equals(ADVERBS)) {
            int end = begin;
            while (end < words.size() && end < begin + MAX_ADVERBS && isAdverb(words.get(end), classes)) {
                end++;
            }
            for (int next = end; next >= begin; next--) {
                int behind = match(form, part + 1, words, next, classes);
                if (behind >= 0) {
                    return behind;
                }
            }
            return -1;
        }
        if (begin >= words.size()) {
            return -1;
        }
        if (wanted.equals(WORDS)) {
            for (int next = begin + 1; next <= begin + MAX_WORDS && next < words.size(); next++) {
                int behind = match(form, part + 1, words, next, classes);
                if (behind >= 0) {
                    return behind;
                }
            }
            return -1;
        }
        StatementWord word = words.get(begin);
        boolean withColon = wanted.endsWith(":");
        boolean fits = withColon
                ? word.stop() == ':' && wanted.equals(word.lower() + ":")
                : wanted.equals(word.lower()) && (!word.endsPart() || part == form.size() - 1);
        return fits ? match(form, part + 1, words, begin + 1, classes) : -1;
    }

    private static boolean isAdverb(StatementWord word, WordClasses classes) {
        return !word.endsPart() && classes.has("adverb", word.lower());
    }

    /** Returns the objects of the clause that begins at an index, and the index behind what the form has read. */
    ObjectReading read(List<StatementWord> words, int begin, ObjectReader reader) {
        int at = match(before, words, begin, reader.classes());
        if (at < 0 || at >= words.size() || isCut(words, begin, at)) {
            return ObjectReading.NONE;
        }
        if (behind.isEmpty()) {
            return reader.read(object, words, at);
        }
        for (int end = at + 1; end < words.size() && end <= at + MAX_OBJECT; end++) {
            int next = match(behind, words, end, reader.classes());
            if (next >= 0) {
                ObjectReading reading = reader.read(object, closed(words.subList(at, end)), 0);
                return reading.next() == end - at ? reading.endingAt(next) : ObjectReading.NONE;
            }
        }
        return ObjectReading.NONE;
    }

    private boolean isCut(List<StatementWord> words, int begin, int at) {
        return at > begin && words.get(at - 1).endsPart() && words.get(at - 1).stop() != ':';
    }

    private static List<StatementWord> closed(List<StatementWord> object) {
        StatementWord last = object.get(object.size() - 1);
        List<StatementWord> closed = new java.util.ArrayList<>(object);
        closed.set(object.size() - 1, new StatementWord(last.text(), last.lower(), '.'));
        return closed;
    }
}
