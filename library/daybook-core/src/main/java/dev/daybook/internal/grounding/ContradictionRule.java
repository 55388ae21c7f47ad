package dev.daybook.internal.grounding;

import dev.daybook.internal.grounding.CheckedStatement.Part;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks that a statement affirms nothing that the sources deny. What one clause of the person denies is contradicted,
 * unless another clause with as much of the same content affirms it. Questions affirm nothing, but "no" after one denies
 * what was asked.
 */
final class ContradictionRule implements GroundingRule {

    /** Below this share of content, a clause that denies is about something else. */
    private static final double SAME_SUBJECT = 0.3;

    /** The share of what the source denies that the statement affirms. */
    private static final double CONTRADICTED = 0.6;

    private static final double AS_MUCH = 0.999;

    /** A need or a want, which an event that did not happen does not contradict. */
    private static final Pattern NEED = Pattern.compile(
            "(?iu)\\b(?:needs?|wants?|plans?|hopes?|wish(?:es)?|intends?|would like|aims?|tries|try) (?:to|for)\\b");

    @Override
    public Optional<MissingContent> check(CheckedStatement statement) {
        return statement.parts().stream()
                .filter(part -> !affirmed(part).isEmpty() && isContradicted(statement, part))
                .map(part -> new MissingContent(ContentKind.NEGATION, part.text()))
                .findFirst();
    }

    private static Set<String> affirmed(Part part) {
        if (ClausePolarity.deniesVerb(part.text()) || ClausePolarity.deniesWeakly(part.text(), "")) {
            return Set.of();
        }
        if (!part.denies()) {
            return part.content();
        }
        Set<String> affirmed = ClausePolarity.affirmedWithout(part.text());
        affirmed.retainAll(part.content());
        return affirmed;
    }

    private static boolean isContradicted(CheckedStatement statement, Part part) {
        List<NearClause> answers = NearClause.of(statement, part, part.content(), Set.of()).stream()
                .filter(near -> near.isOfSubject() && (!near.asks() || near.isAnsweredNo()))
                .toList();
        List<ClaimClause> affirming = answers.stream()
                .filter(near -> !deniesAffirmed(statement, part, near))
                .map(NearClause::clause)
                .toList();
        return answers.stream()
                .filter(near -> near.nearness() >= SAME_SUBJECT && deniesAffirmed(statement, part, near))
                .anyMatch(near -> !isAffirmed(statement, part, near.clause(), affirming));
    }

    private static boolean deniesAffirmed(CheckedStatement statement, Part part, NearClause source) {
        if (NEED.matcher(part.text()).find() && !NEED.matcher(source.text()).find()) {
            return false;
        }
        if (ClausePolarity.isCondition(source.text()) && !ClausePolarity.isCondition(part.text())) {
            return false;
        }
        List<Set<String>> outright =
                source.asks() ? List.of(source.clause().terms()) : ClausePolarity.deniedOutright(source.text());
        Set<String> affirmed = affirmed(part);
        return outright.stream()
                .flatMap(denied -> Stream.of(denied, ContentWords.concrete(denied)))
                .anyMatch(denied -> !denied.isEmpty()
                        && statement.sources().share(denied, affirmed, SourceConversation.RELATED) >= CONTRADICTED);
    }

    private static boolean isAffirmed(
            CheckedStatement statement, Part part, ClaimClause denial, List<ClaimClause> affirming) {
        SourceConversation sources = statement.sources();
        Set<String> shared = new LinkedHashSet<>(part.content());
        shared.removeIf(term -> sources.share(Set.of(term), denial.terms(), SourceConversation.RELATED) == 0);
        double least = sources.share(shared, denial.terms(), SourceConversation.RELATED) * AS_MUCH;
        return affirming.stream()
                .anyMatch(clause -> sources.share(shared, clause.terms(), SourceConversation.RELATED) >= least);
    }
}
