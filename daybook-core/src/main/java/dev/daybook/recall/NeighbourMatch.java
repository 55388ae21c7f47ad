package dev.daybook.recall;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Context expansion: a message gains from matches in the messages around it. A message is often understood, and shares
 * its words with a question, only together with the turn it answers.
 *
 * <p>Between people a fact answers the turn before: "Where do you live now?" - "Lisbon, since May." With an assistant
 * the reply repeats and explains the user's statement, so the user's turn is the fact and the reply is its support; if
 * the assistant asks, the user's next turn is the answer. The roles of the two messages, and whether the earlier one is
 * a question, tell these cases apart. The weights were measured on both kinds of chat and are flat around these values.
 */
final class NeighbourMatch {

    /** Between people, from the previous turn. A question supports more, because this message is its answer. */
    private static final double FROM_PREVIOUS = 0.25;

    private static final double FROM_QUESTION = 0.85;
    private static final double FROM_NEXT = 0.2;

    /** Between people, from two turns away: a subject lasts for more than one turn. */
    private static final double FROM_TWO_AWAY = 0.1;

    /** With an assistant: a user's turn from its reply, and (less) a reply from the turn it answers. */
    private static final double FROM_REPLY = 0.7;

    private static final double FROM_ANSWERED = 0.15;

    /**
     * With an assistant that asks: the user's answer from the question, and from the user's turn before the question.
     */
    private static final double FROM_ASSISTANTS_QUESTION = 0.2;

    private static final double ACROSS_ASSISTANTS_QUESTION = 0.3;

    private final ScopeIndex scopeIndex;
    private final ScoreSignal words;

    private NeighbourMatch(ScopeIndex scopeIndex, ScoreSignal words) {
        this.scopeIndex = scopeIndex;
        this.words = words;
    }

    static ScoreSignal support(ScopeIndex scopeIndex, ScoreSignal words) {
        NeighbourMatch neighbourMatch = new NeighbourMatch(scopeIndex, words);
        double[] support = new double[scopeIndex.messageCount()];
        for (int message = 0; message < support.length; message++) {
            if (!scopeIndex.isDead(message)) {
                support[message] = neighbourMatch.support(message);
            }
        }
        return new ScoreSignal("neighbours", support, neighbourMatch::detail);
    }

    private double support(int message) {
        int before = scopeIndex.previous(message);
        int after = scopeIndex.next(message);
        int twoBefore = previous(before);
        int twoAfter = next(after);
        // Most messages have no match near them, and their roles need not be read.
        if (wordScore(before) == 0 && wordScore(after) == 0 && wordScore(twoBefore) == 0 && wordScore(twoAfter) == 0) {
            return 0;
        }
        return fromBefore(message, before) * wordScore(before)
                + fromAfter(message, after) * wordScore(after)
                + fromTwoBefore(message, before) * wordScore(twoBefore)
                + fromTwoAfter(message, after) * wordScore(twoAfter);
    }

    private double wordScore(int message) {
        return message < 0 ? 0 : words.values()[message];
    }

    private double fromBefore(int message, int before) {
        if (before < 0) {
            return 0;
        }
        if (scopeIndex.isByAssistant(message)) {
            return scopeIndex.isByAssistant(before) ? 0 : FROM_ANSWERED;
        }
        if (scopeIndex.isByAssistant(before)) {
            return scopeIndex.isQuestion(before) ? FROM_ASSISTANTS_QUESTION : 0;
        }
        return scopeIndex.isQuestion(before) ? FROM_QUESTION : FROM_PREVIOUS;
    }

    private double fromAfter(int message, int after) {
        if (after < 0 || scopeIndex.isByAssistant(message)) {
            return 0;
        }
        return scopeIndex.isByAssistant(after) ? FROM_REPLY : FROM_NEXT;
    }

    private double fromTwoBefore(int message, int before) {
        if (before < 0 || scopeIndex.isByAssistant(message)) {
            return 0;
        }
        if (scopeIndex.isByAssistant(before)) {
            return scopeIndex.isQuestion(before) ? ACROSS_ASSISTANTS_QUESTION : 0;
        }
        return FROM_TWO_AWAY;
    }

    private double fromTwoAfter(int message, int after) {
        return after < 0 || scopeIndex.isByAssistant(message) || scopeIndex.isByAssistant(after) ? 0 : FROM_TWO_AWAY;
    }

    private int previous(int message) {
        return message < 0 ? -1 : scopeIndex.previous(message);
    }

    private int next(int message) {
        return message < 0 ? -1 : scopeIndex.next(message);
    }

    /** Names the neighbour that contributes most, and its matching words. */
    private String detail(int message) {
        record Support(String where, int neighbour, double value) {}
        int before = scopeIndex.previous(message);
        int after = scopeIndex.next(message);
        int twoBefore = previous(before);
        int twoAfter = next(after);
        List<Support> parts = new ArrayList<>();
        parts.add(new Support("the turn before", before, fromBefore(message, before) * wordScore(before)));
        parts.add(new Support("the turn after", after, fromAfter(message, after) * wordScore(after)));
        parts.add(new Support("two turns before", twoBefore, fromTwoBefore(message, before) * wordScore(twoBefore)));
        parts.add(new Support("two turns after", twoAfter, fromTwoAfter(message, after) * wordScore(twoAfter)));
        return parts.stream()
                .filter(part -> part.value() > 0)
                .max(Comparator.comparingDouble(Support::value))
                .map(part -> part.where() + ": " + words.detail().apply(part.neighbour()))
                .orElse("");
    }
}
