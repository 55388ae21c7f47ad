package dev.daybook.internal.grounding;

import dev.daybook.internal.extract.NormalizedNumbers;
import dev.daybook.internal.grounding.CheckedStatement.Part;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that the sources deny what a statement denies. A denial needs a clause that denies the same, at least weakly, or a
 * nearest one that denies at all. "No" after a question denies what was asked.
 */
final class DenialRule implements GroundingRule {

    /** A denial is rarely worded as in its source, so clauses that are nearly as near count too. */
    private static final double NEARLY_NEAREST = 0.9;

    /** The share of what one side denies that the other side denies as well. */
    private static final double SAME_SCOPE = 0.5;

    /** Below this share of content, no clause is about the same. */
    private static final double UNOPPOSED = 0.6;

    /** The same of a denied verb. */
    private static final double UNOPPOSED_VERB = 0.4;

    @Override
    public Optional<MissingContent> check(CheckedStatement statement) {
        return statement.parts().stream()
                .filter(part -> part.denies() && !ClausePolarity.isCondition(part.text()))
                .filter(part -> !isDenied(statement, part))
                .map(part -> new MissingContent(ContentKind.NEGATION, part.text()))
                .findFirst();
    }

    private static boolean isDenied(CheckedStatement statement, Part part) {
        Set<String> terms = part.content();
        if (terms.isEmpty()) {
            terms = ContentWords.terms(part.text());
            terms.removeAll(statement.nameTerms());
        }
        Set<String> denied = ClausePolarity.denied(part.text());
        denied.retainAll(terms);
        List<NearClause> all = NearClause.of(statement, part, terms, denied);
        List<NearClause> beside = all.stream().filter(NearClause::isBeside).toList();
        double least = beside.stream().mapToDouble(NearClause::nearness).max().orElse(0) * NEARLY_NEAREST;
        return beside.isEmpty()
                || isDeniedInOtherLanguage(statement, part)
                || isUnopposed(statement, part, beside)
                || all.stream().anyMatch(near -> deniesSame(statement, denied, near))
                || beside.stream().anyMatch(near -> near.nearness() >= least && isSupport(near, part));
    }

    /** Of a clause in another language, names, loan words and numbers alone can be compared. */
    private static boolean isDeniedInOtherLanguage(CheckedStatement statement, Part part) {
        Set<String> known = new LinkedHashSet<>(part.content());
        known.addAll(NormalizedNumbers.of(part.text()));
        return statement
                .citedTurns()
                .flatMap(turn -> turn.clauses().stream())
                .filter(clause -> ClausePolarity.deniesInOtherLanguage(clause.text()))
                .anyMatch(clause -> !Collections.disjoint(known, clause.terms())
                        || !Collections.disjoint(known, NormalizedNumbers.of(clause.text())));
    }

    /**
     * Nothing beside the cited turns is about the same. A model adds to a statement what earlier sessions held, but begins
     * it with what is new.
     */
    private static boolean isUnopposed(CheckedStatement statement, Part part, List<NearClause> beside) {
        boolean deniesVerb = ClausePolarity.deniesVerb(part.text());
        if (deniesVerb && part.equals(statement.parts().get(0))) {
            return false;
        }
        double about = deniesVerb ? UNOPPOSED_VERB : UNOPPOSED;
        return beside.stream()
                .filter(near -> !near.asks())
                .noneMatch(
                        near -> share(statement, part.content(), near.clause().terms()) >= about);
    }

    private static double share(CheckedStatement statement, Set<String> terms, Set<String> text) {
        return statement.sources().share(terms, text, SourceConversation.RELATED);
    }

    /** A denied verb is not supported by "without" and the like. */
    private static boolean isSupport(NearClause near, Part part) {
        return near.denies() && (ClausePolarity.deniesVerb(near.text()) || !ClausePolarity.deniesVerb(part.text()))
                || near.isAnsweredNo();
    }

    private static boolean deniesSame(CheckedStatement statement, Set<String> denied, NearClause near) {
        ClaimClause source = near.clause();
        if (denied.isEmpty()) {
            return false;
        }
        return near.isAnsweredNo() && source.asks() && isSameScope(statement, denied, source.terms())
                || source.denies() && isSameScope(statement, denied, ClausePolarity.denied(source.text()))
                || isSameScope(statement, denied, ClausePolarity.weaklyDenied(source.text(), statement.text()));
    }

    private static boolean isSameScope(CheckedStatement statement, Set<String> denied, Set<String> ofSource) {
        return share(statement, denied, ofSource) >= SAME_SCOPE
                || ofSource.size() > 1 && share(statement, ofSource, denied) >= SAME_SCOPE;
    }
}
