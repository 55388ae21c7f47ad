package dev.daybook.internal.scoring;

import dev.daybook.internal.words.MessageLanguage;
import java.util.HashSet;
import java.util.Set;

/**
 * The words of a question, to tell whether a text matches it whatever else a scope holds. The score of a text is relative to all
 * texts of the scope, so texts that repeat a question make the share of an answer in the best score small; the words that
 * the answer shares with the question stay.
 */
public final class QuestionWords {

    /** The part of the words that a match has, one in so many: the same part as of the best score. */
    private static final int ONE_IN = 3;

    /** One shared word of a longer question is often an accident. */
    private static final int MIN = 2;

    /** A longer text matches by its beginning or by its score. */
    private static final int MAX_CHARACTERS = 8_000;

    private final String question;

    public QuestionWords(String question) {
        this.question = AnalyzedQuery.searched(question);
    }

    /** Returns whether a text has enough of the words. */
    public boolean match(String text) {
        String beginning = text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) : text;
        MessageLanguage language = MessageLanguage.of(beginning);
        Set<String> asked = new HashSet<>(language.terms(question));
        Set<String> shared = new HashSet<>(language.terms(beginning));
        shared.retainAll(asked);
        return !asked.isEmpty()
                && shared.size() >= Math.min(MIN, asked.size())
                && shared.size() * ONE_IN >= asked.size();
    }
}
