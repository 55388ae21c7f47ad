package dev.daybook.internal.extract;

import dev.daybook.internal.words.EnglishAnalyzer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A part of a sentence with one polarity: "I'm allergic to nuts and I don't eat meat" has two. */
public record SentenceClause(Set<String> terms, boolean negated) {

    private static final Pattern BORDER = Pattern.compile("[,;:]\\s|\\s(?:and|but|or|because|while|although)\\s");

    /** In "I don't like tea and jazz" the word "jazz" is no clause of its own, and the negation covers it too. */
    private static final int MIN_TERMS = 2;

    /** Returns the clauses of a sentence, and the whole sentence unless its polarity is mixed. */
    public static List<SentenceClause> of(String sentence) {
        List<SentenceClause> clauses = new ArrayList<>();
        String clause = "";
        for (String part : BORDER.split(sentence)) {
            if (!clause.isEmpty() && one(part).terms().size() >= MIN_TERMS) {
                clauses.add(one(clause));
                clause = part;
            } else {
                clause = clause + " " + part;
            }
        }
        clauses.add(one(clause));
        boolean isMixed =
                clauses.stream().map(SentenceClause::negated).distinct().count() > 1;
        if (clauses.size() > 1 && !isMixed) {
            clauses.add(one(sentence));
        }
        return clauses;
    }

    private static SentenceClause one(String words) {
        return new SentenceClause(
                new HashSet<>(EnglishAnalyzer.terms(NormalizedNumbers.without(words))),
                SentenceContent.isNegated(words));
    }
}
