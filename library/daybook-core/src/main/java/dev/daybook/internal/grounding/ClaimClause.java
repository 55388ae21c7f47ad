package dev.daybook.internal.grounding;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A clause of a source.
 *
 * @param text the clause as written, with the word that joins it
 * @param ofSpeaker whether it is about its speaker ("I", "my"); a clause without a pronoun continues the one before it
 * @param ofHearer whether it is about the one it is said to ("you")
 */
record ClaimClause(String text, Set<String> terms, boolean denies, boolean ofSpeaker, boolean ofHearer, boolean asks) {

    private static final Pattern BORDER = Pattern.compile(
            "[,;:–—]\\s|[.!?]['’\"”)]*+\\s(?=\\p{Lu})|\\s(?=\\()|\\s(?:and|but|or|because|due to|while|although|though|so|as|which|who)\\s(?<!\\ba while )");

    private static final Pattern FIRST_PERSON = Pattern.compile(
            "(?iu)\\b(?:i|i['’](?:m|ve|d|ll)|me|my|mine|myself|we|we['’](?:re|ve|d|ll)|us|our|ours)\\b");

    private static final Pattern SECOND_PERSON =
            Pattern.compile("(?iu)\\b(?:you|your|yours|yourself|you['’](?:re|ve|d|ll))\\b");

    /** A statement that asks for assent is stated: "That's not really it, is it?" */
    private static final Pattern TAG_QUESTION = Pattern.compile(
            "(?iu),['\"’”]?\\s(?:you know|right|remember|correct|huh|eh|okay"
                    + "|(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)(?:n['’]t)? (?:it|i|you|he|she|we|they|that))\\?$");

    /** A clause of a question that is stated, not asked: "Is it right for people who don't ski?" */
    private static final Pattern PRESUPPOSED =
            Pattern.compile("(?iu)^\\s(?:who|which|because|since|although|though)\\s");

    /** In "I don't like tea and jazz" the word "jazz" is no clause of its own. */
    private static final int MIN_TERMS = 2;

    /** A negation covers what follows "or": "no tea or black coffee". */
    private static final String ALTERNATIVE = " or ";

    /** Returns the clauses of a sentence as written. */
    static List<String> texts(String sentence) {
        List<String> clauses = new ArrayList<>();
        String clause = "";
        for (String part : parts(sentence)) {
            boolean isOpen = clause.isEmpty()
                    || isShort(part)
                    || isShort(clause)
                    || part.startsWith(ALTERNATIVE) && ClausePolarity.denies(clause);
            if (!isOpen) {
                clauses.add(clause);
            }
            clause = isOpen ? clause + part : part;
        }
        clauses.add(clause);
        return clauses;
    }

    private static boolean isShort(String part) {
        return ContentWords.terms(part).size() < MIN_TERMS;
    }

    private static List<String> parts(String sentence) {
        List<String> parts = new ArrayList<>();
        Matcher border = BORDER.matcher(sentence);
        int begin = 0;
        while (border.find()) {
            parts.add(sentence.substring(begin, border.start()));
            begin = border.start();
        }
        parts.add(sentence.substring(begin));
        return parts;
    }

    static List<ClaimClause> of(String sentence) {
        boolean asks = (sentence.endsWith("?") || sentence.endsWith("？"))
                && !TAG_QUESTION.matcher(sentence).find();
        List<ClaimClause> clauses = new ArrayList<>();
        boolean ofSpeaker = false;
        boolean ofHearer = false;
        for (String text : texts(sentence)) {
            boolean first = FIRST_PERSON.matcher(text).find();
            boolean second = SECOND_PERSON.matcher(text).find();
            if (first || second) {
                ofSpeaker = first;
                ofHearer = second;
            }
            clauses.add(new ClaimClause(
                    text,
                    ContentWords.terms(text),
                    ClausePolarity.denies(text),
                    ofSpeaker,
                    ofHearer,
                    asks && !PRESUPPOSED.matcher(text).find()));
        }
        return clauses;
    }

    /** Returns whether it is about the one it is said to, and not about both. */
    boolean isOfHearerOnly() {
        return ofHearer && !ofSpeaker;
    }
}
