package dev.daybook.internal.grounding;

import dev.daybook.internal.grounding.Statement.Part;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether. Each clause is compared with the clauses of the sources that are nearest in content. A denial needs a source
 * that denies the same, or a nearest one that denies at all, at least weakly; an affirmation is contradicted by a nearest
 * one that denies what it affirms. Questions affirm nothing, but "no" after one denies what was asked.
 */
final class PolarityRule implements GroundingRule {

    private static final double QUESTION = 0.5;
    private static final double OTHER_SPEAKER = 0.7;
    private static final double BESIDE_CITED = 0.7;

    /** A denial is rarely worded as in its source, so clauses that are nearly as near count too. */
    private static final double NEARLY_NEAREST = 0.9;

    private static final double NEAREST = 0.999;

    /** Below this share of content, a clause that denies is about something else. */
    private static final double SAME_SUBJECT = 0.3;

    /** The share of what one side denies that the other side must deny, or affirm, as well. */
    private static final double SAME_SCOPE = 0.5;

    private static final double CONTRADICTED = 0.6;

    private static final int SHORT_ANSWER = 1;

    private static final double UNOPPOSED = 0.6;

    /**
     * A clause of the sources.
     *
     * @param isOfSubject whether the person of the statement says it, or answers it
     * @param isAnsweredNo whether it is a question that was answered with no, or stands beside a short "No."
     */
    private record Near(Clause clause, double nearness, boolean isAnsweredNo, boolean isOfSubject) {

        boolean denies() {
            return clause.denies();
        }
    }

    @Override
    public Optional<MissingContent> check(Statement statement) {
        return statement.parts().stream()
                .filter(part -> part.denies() ? !isDenied(statement, part) : isContradicted(statement, part))
                .map(part -> new MissingContent(ContentKind.NEGATION, part.text()))
                .findFirst();
    }

    private static boolean isDenied(Statement statement, Part part) {
        Set<String> terms = part.content();
        if (terms.isEmpty()) {
            terms = ContentWords.terms(part.text());
            terms.removeAll(statement.nameTerms());
        }
        Set<String> denied = Polarity.denied(part.text());
        denied.retainAll(terms);
        List<Near> candidates = candidates(statement, part, terms, denied);
        double least = best(candidates) * NEARLY_NEAREST;
        boolean isUnopposed = !Polarity.deniesVerb(part.text())
                && candidates.stream()
                        .noneMatch(near -> !near.clause().asks()
                                && statement
                                                .sources()
                                                .share(
                                                        part.content(),
                                                        near.clause().terms(),
                                                        SourceConversation.RELATED)
                                        >= UNOPPOSED);
        return candidates.isEmpty()
                || isUnopposed
                || candidates.stream()
                        .anyMatch(near -> deniesSame(statement, denied, near.clause())
                                || near.nearness() >= least && isSupport(near, part));
    }

    /** A denied verb is not supported by "without" and the like. */
    private static boolean isSupport(Near near, Part part) {
        return near.denies() && (Polarity.deniesVerb(near.clause().text()) || !Polarity.deniesVerb(part.text()))
                || near.isAnsweredNo();
    }

    private static boolean deniesSame(Statement statement, Set<String> denied, Clause source) {
        SourceConversation sources = statement.sources();
        return !denied.isEmpty()
                && (source.denies()
                                && sources.share(denied, Polarity.denied(source.text()), SourceConversation.RELATED)
                                        >= SAME_SCOPE
                        || sources.share(
                                        denied,
                                        Polarity.weaklyDenied(source.text(), statement.text()),
                                        SourceConversation.RELATED)
                                >= SAME_SCOPE);
    }

    private static boolean isContradicted(Statement statement, Part part) {
        if (part.content().isEmpty() || Polarity.deniesWeakly(part.text(), "")) {
            return false;
        }
        List<Near> candidates = candidates(statement, part, part.content(), Set.of()).stream()
                .filter(near -> near.isOfSubject() && (!near.clause().asks() || near.isAnsweredNo()))
                .toList();
        double best = best(candidates);
        return best >= SAME_SUBJECT
                && candidates.stream()
                        .filter(near -> near.nearness() >= best * NEAREST)
                        .allMatch(near -> affirmsDenied(statement, part.content(), near));
    }

    private static boolean affirmsDenied(Statement statement, Set<String> content, Near source) {
        if (source.clause().asks()) {
            return source.isAnsweredNo();
        }
        Set<String> denied = Polarity.deniedOutright(source.clause().text());
        return !denied.isEmpty()
                && statement.sources().share(denied, content, SourceConversation.RELATED) >= CONTRADICTED;
    }

    private static double best(List<Near> candidates) {
        return candidates.stream().mapToDouble(Near::nearness).max().orElse(0);
    }

    private static List<Near> candidates(Statement statement, Part part, Set<String> terms, Set<String> denied) {
        List<Near> candidates = new ArrayList<>();
        List<SourceTurn> turns = statement.sources().turns();
        for (int i = 0; i < turns.size(); i++) {
            if (!statement.mayRestOn(i)) {
                continue;
            }
            SourceTurn turn = turns.get(i);
            boolean isAnsweredNo = i + 1 < turns.size() && turns.get(i + 1).answersNo();
            boolean isOfSubject = part.person() == null || turn.isBy(part.person()) || isAnsweredNo;
            double factor = (isOfSubject ? 1 : OTHER_SPEAKER)
                    * (!statement.hasCitations() || statement.cited().contains(i) ? 1 : BESIDE_CITED);
            for (int c = 0; c < turn.clauses().size(); c++) {
                Clause clause = turn.clauses().get(c);
                boolean isDenied = clause.asks() ? isAnsweredNo : deniesBeside(turn.clauses(), c);
                double nearness = factor
                        * nearness(statement.sources(), terms, denied, clause)
                        * (clause.asks() && !isDenied ? QUESTION : 1);
                if (nearness > 0) {
                    candidates.add(new Near(clause, nearness, isDenied, isOfSubject));
                }
            }
        }
        return candidates;
    }

    private static boolean deniesBeside(List<Clause> clauses, int index) {
        for (int i = Math.max(0, index - 1); i <= Math.min(clauses.size() - 1, index + 1); i++) {
            Clause clause = clauses.get(i);
            if (i != index && clause.terms().size() <= SHORT_ANSWER && Polarity.answersNo(clause.text())) {
                return true;
            }
        }
        return false;
    }

    private static double nearness(SourceConversation sources, Set<String> terms, Set<String> denied, Clause clause) {
        double shared = sources.share(terms, clause.terms(), SourceConversation.RELATED);
        double ofDenied = denied.isEmpty() ? 0 : sources.share(denied, clause.terms(), SourceConversation.RELATED);
        return shared + ofDenied;
    }
}
