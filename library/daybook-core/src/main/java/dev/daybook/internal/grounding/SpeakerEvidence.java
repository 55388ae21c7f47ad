package dev.daybook.internal.grounding;

import java.util.Set;

/**
 * The share of some content that one speaker supports, from 0 to 1: the best message and its best clause. A speaker supports it
 * by own words, and another one by what is said to the speaker.
 */
final class SpeakerEvidence {

    /** Of a message and its best clause: the clause alone would miss a statement that is spread over two sentences. */
    private static final double WHOLE_MESSAGE = 0.6;

    private static final double OWN_QUESTION = 0.6;
    private static final double OWN_WORDS_OF_HEARER = 0.6;
    private static final double SAID_TO = 0.75;
    private static final double ASKED = 0.35;

    /** A message to somebody holds much that is about its speaker. */
    private static final double MESSAGE_TO = 0.5;

    private static final double BESIDE_CITED = 0.8;

    private final CheckedStatement statement;
    private final SourceConversation sources;
    private final boolean namesBoth;

    SpeakerEvidence(CheckedStatement statement) {
        this.statement = statement;
        this.sources = statement.sources();
        this.namesBoth = statement.named().size() > 1;
    }

    double of(String person, Set<String> terms) {
        double best = 0;
        for (SourceTurn turn : sources.turns()) {
            double whole = sources.share(terms, turn.terms(), SourceConversation.RELATED);
            if (whole > 0) {
                best = Math.max(best, turn.isBy(person) ? own(turn, terms, whole) : to(turn, terms, whole));
            }
        }
        return best;
    }

    private double own(SourceTurn turn, Set<String> terms, double whole) {
        double clause = 0;
        for (ClaimClause each : turn.clauses()) {
            double factor = each.asks() ? OWN_QUESTION : each.isOfHearerOnly() && !namesBoth ? OWN_WORDS_OF_HEARER : 1;
            clause = Math.max(clause, factor * sources.share(terms, each.terms(), SourceConversation.RELATED));
        }
        return WHOLE_MESSAGE * whole + (1 - WHOLE_MESSAGE) * clause;
    }

    private double to(SourceTurn turn, Set<String> terms, double whole) {
        double clause = 0;
        for (ClaimClause each : turn.clauses()) {
            if (each.isOfHearerOnly()) {
                double factor = each.asks() ? ASKED : SAID_TO;
                clause = Math.max(clause, factor * sources.share(terms, each.terms(), SourceConversation.RELATED));
            }
        }
        return clause == 0 ? 0 : WHOLE_MESSAGE * whole * MESSAGE_TO + (1 - WHOLE_MESSAGE) * clause;
    }

    /** Returns the best share of the turns that the statement cites and of those beside them. */
    double aroundCited(Set<String> terms) {
        double best = 0;
        for (int i = 0; i < sources.turns().size(); i++) {
            if (statement.mayRestOn(i)) {
                SourceTurn turn = sources.turns().get(i);
                double share = sources.share(terms, turn.terms(), SourceConversation.RELATED);
                best = Math.max(best, share * (statement.isOf(turn) ? 1 : BESIDE_CITED));
            }
        }
        return best;
    }
}
