package dev.daybook.internal.grounding;

import dev.daybook.internal.grounding.CheckedStatement.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A clause of the sources that shares content with a clause of a statement.
 *
 * @param nearness the shared content, less for questions, other speakers and turns that are not cited
 * @param isAnsweredNo whether it is a question that was answered with no, or stands beside a short "No."
 * @param isOfSubject whether the person of the statement says it, or answers it
 * @param isBeside whether the statement may rest on its turn
 */
record NearClause(ClaimClause clause, double nearness, boolean isAnsweredNo, boolean isOfSubject, boolean isBeside) {

    private static final double QUESTION = 0.5;
    private static final double OTHER_SPEAKER = 0.7;
    private static final double BESIDE_CITED = 0.7;
    private static final double FAR_FROM_CITED = 0.5;

    private static final int SHORT_ANSWER = 1;

    boolean asks() {
        return clause.asks();
    }

    boolean denies() {
        return clause.denies();
    }

    String text() {
        return clause.text();
    }

    /** Returns the clauses that share some of the given terms; {@code denied} ones count twice. */
    static List<NearClause> of(CheckedStatement statement, Part part, Set<String> terms, Set<String> denied) {
        List<NearClause> candidates = new ArrayList<>();
        List<SourceTurn> turns = statement.sources().turns();
        for (int i = 0; i < turns.size(); i++) {
            SourceTurn turn = turns.get(i);
            boolean isAnsweredNo = i + 1 < turns.size() && turns.get(i + 1).answersNo();
            boolean isOfSubject = part.person() == null || turn.isBy(part.person()) || isAnsweredNo;
            boolean isBeside = statement.mayRestOn(i);
            double factor = (isOfSubject ? 1 : OTHER_SPEAKER)
                    * (!statement.hasCitations() || statement.cited().contains(i)
                            ? 1
                            : isBeside ? BESIDE_CITED : FAR_FROM_CITED);
            for (int c = 0; c < turn.clauses().size(); c++) {
                ClaimClause clause = turn.clauses().get(c);
                boolean isDenied = clause.asks() ? isAnsweredNo : deniesBeside(turn.clauses(), c);
                double nearness = factor * nearness(statement.sources(), terms, denied, clause);
                if (clause.asks()) {
                    nearness = isDenied
                            ? Math.max(nearness, factor * resumed(statement.sources(), terms, clause))
                            : QUESTION * nearness;
                }
                if (nearness > 0) {
                    candidates.add(new NearClause(clause, nearness, isDenied, isOfSubject, isBeside));
                }
            }
        }
        return candidates;
    }

    /** A short question is resumed whole by its answer: "Have you tried it?" "No." */
    private static double resumed(SourceConversation sources, Set<String> terms, ClaimClause question) {
        Set<String> asked = ClausePolarity.withoutDegree(question.terms());
        return asked.isEmpty() ? 0 : sources.share(asked, terms, SourceConversation.RELATED);
    }

    private static boolean deniesBeside(List<ClaimClause> clauses, int index) {
        for (int i = Math.max(0, index - 1); i <= Math.min(clauses.size() - 1, index + 1); i++) {
            ClaimClause clause = clauses.get(i);
            if (i != index && clause.terms().size() <= SHORT_ANSWER && ClausePolarity.answersNo(clause.text())) {
                return true;
            }
        }
        return false;
    }

    private static double nearness(
            SourceConversation sources, Set<String> terms, Set<String> denied, ClaimClause clause) {
        double shared = sources.share(terms, clause.terms(), SourceConversation.RELATED);
        double ofDenied = denied.isEmpty() ? 0 : sources.share(denied, clause.terms(), SourceConversation.RELATED);
        return shared + ofDenied;
    }
}
