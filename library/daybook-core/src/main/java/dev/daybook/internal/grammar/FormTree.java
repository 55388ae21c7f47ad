package dev.daybook.internal.grammar;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The forms of a language by their words: a clause is compared with all forms at once, word by word, so that its cost does
 * not grow with their number.
 */
final class FormTree {

    /** Stands for up to two adverbs. */
    private static final String ADVERBS = "~";

    private static final int MAX_ADVERBS = 2;

    /** Stands for one to four words. */
    private static final String WORDS = "*";

    private static final int MAX_WORDS = 4;

    /** A form whose words before the object a clause has, and the index of the object. */
    record Candidate(StatementForm form, int object) {}

    private final Map<String, FormTree> next = new HashMap<>();
    private final List<StatementForm> forms = new ArrayList<>();

    void add(List<String> words, StatementForm form) {
        FormTree at = this;
        for (String word : words) {
            at = at.next.computeIfAbsent(word, unused -> new FormTree());
        }
        at.forms.add(form);
    }

    /** Adds the forms that a clause has from an index on. */
    void find(List<StatementWord> words, int at, WordClasses classes, List<Candidate> found) {
        if (at >= words.size()) {
            return;
        }
        forms.forEach(form -> found.add(new Candidate(form, at)));
        findWord(words, at, classes, found);
        FormTree adverbs = next.get(ADVERBS);
        if (adverbs != null) {
            findBehindAdverbs(adverbs, words, at, classes, found);
        }
        FormTree others = next.get(WORDS);
        int before = found.size();
        for (int behind = at + 1; others != null && behind <= at + MAX_WORDS && found.size() == before; behind++) {
            others.find(words, behind, classes, found);
        }
    }

    private void findWord(List<StatementWord> words, int at, WordClasses classes, List<Candidate> found) {
        StatementWord word = words.get(at);
        FormTree literal =
                word.endsPart() ? word.stop() == ':' ? next.get(word.lower() + ":") : null : next.get(word.lower());
        if (literal != null) {
            literal.find(words, at + 1, classes, found);
        }
    }

    /** The object begins behind all adverbs; a word of a form may be an adverb. */
    private static void findBehindAdverbs(
            FormTree adverbs, List<StatementWord> words, int begin, WordClasses classes, List<Candidate> found) {
        int at = begin;
        while (at < words.size() - 1 && at < begin + MAX_ADVERBS && isAdverb(words.get(at), classes)) {
            adverbs.findWord(words, at, classes, found);
            at++;
        }
        adverbs.find(words, at, classes, found);
    }

    private static boolean isAdverb(StatementWord word, WordClasses classes) {
        return !word.endsPart() && classes.has("adverb", word.lower());
    }
}
