package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Context expansion: a message gains from matches in the messages around it. A message is often understood, and shares
 * its words with a question, only together with the turn it answers.
 *
 * <p>Between people a fact answers the turn before: "Where do you live now?" - "Lisbon, since May." With an assistant
 * the reply repeats and explains the user's statement, so the user's turn is the fact and the reply is its support; if
 * the assistant asks, the user's next turn is the answer. The roles of the two messages, and whether the earlier one is
 * a question, tell these cases apart. The weights were measured on both kinds of chat and are flat around these values.
 */
final class NeighbourMatch implements SignalValues {

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

    /**
     * The weights by the roles of the messages involved. Branches on roles would be mispredicted for every other message of
     * a large scope.
     */
    private static final double[] BEFORE = byRoles(NeighbourMatch::fromBefore);

    private static final double[] AFTER = byRoles(NeighbourMatch::fromAfter);
    private static final double[] TWO_BEFORE = byRoles(NeighbourMatch::fromTwoBefore);
    private static final double[] TWO_AFTER = byRoles(NeighbourMatch::fromTwoAfter);

    private final ScopeIndex scopeIndex;
    private final double[] words;
    private final IntFunction<String> wordDetail;

    private NeighbourMatch(ScopeIndex scopeIndex, ScoreSignal words) {
        this.scopeIndex = scopeIndex;
        this.words = words.values();
        this.wordDetail = words.detail();
    }

    static ScoreSignal support(ScopeIndex scopeIndex, ScoreSignal words) {
        NeighbourMatch neighbourMatch = new NeighbourMatch(scopeIndex, words);
        return new ScoreSignal("neighbours", neighbourMatch, neighbourMatch::detail);
    }

    @Override
    public int messages() {
        return scopeIndex.messageCount();
    }

    @Override
    public double at(int message) {
        return scopeIndex.isDead(message) ? 0 : support(message);
    }

    private double support(int message) {
        int before = scopeIndex.previous(message);
        int after = scopeIndex.next(message);
        double scoreBefore = wordScore(before);
        double scoreAfter = wordScore(after);
        double scoreTwoBefore = wordScore(previous(before));
        double scoreTwoAfter = wordScore(next(after));
        // Scores are not negative. Most messages have no match near them, and their roles need not be read.
        if (scoreBefore + scoreAfter + scoreTwoBefore + scoreTwoAfter == 0) {
            return 0;
        }
        int roles = roles(message, before, after);
        return BEFORE[roles] * scoreBefore
                + AFTER[roles] * scoreAfter
                + TWO_BEFORE[roles] * scoreTwoBefore
                + TWO_AFTER[roles] * scoreTwoAfter;
    }

    private double wordScore(int message) {
        return message < 0 ? 0 : words[message];
    }

    /** The roles that decide the weights. A neighbour that is missing has no score to weight. */
    private record Roles(
            boolean byAssistant, boolean beforeByAssistant, boolean beforeIsQuestion, boolean afterByAssistant) {

        static final int COUNT = 16;

        static Roles of(int number) {
            return new Roles((number & 1) != 0, (number & 2) != 0, (number & 4) != 0, (number & 8) != 0);
        }
    }

    /** Returns the number of {@link Roles}. */
    private int roles(int message, int before, int after) {
        return (scopeIndex.isByAssistant(message) ? 1 : 0)
                | (scopeIndex.isByAssistant(before) ? 2 : 0)
                | (before >= 0 && scopeIndex.isQuestion(before) ? 4 : 0)
                | (scopeIndex.isByAssistant(after) ? 8 : 0);
    }

    private static double[] byRoles(ToDoubleFunction<Roles> weight) {
        return IntStream.range(0, Roles.COUNT)
                .mapToObj(Roles::of)
                .mapToDouble(weight)
                .toArray();
    }

    private static double fromBefore(Roles roles) {
        if (roles.byAssistant()) {
            return roles.beforeByAssistant() ? 0 : FROM_ANSWERED;
        }
        if (roles.beforeByAssistant()) {
            return roles.beforeIsQuestion() ? FROM_ASSISTANTS_QUESTION : 0;
        }
        return roles.beforeIsQuestion() ? FROM_QUESTION : FROM_PREVIOUS;
    }

    private static double fromAfter(Roles roles) {
        if (roles.byAssistant()) {
            return 0;
        }
        return roles.afterByAssistant() ? FROM_REPLY : FROM_NEXT;
    }

    private static double fromTwoBefore(Roles roles) {
        if (roles.byAssistant()) {
            return 0;
        }
        if (roles.beforeByAssistant()) {
            return roles.beforeIsQuestion() ? ACROSS_ASSISTANTS_QUESTION : 0;
        }
        return FROM_TWO_AWAY;
    }

    private static double fromTwoAfter(Roles roles) {
        return roles.byAssistant() || roles.afterByAssistant() ? 0 : FROM_TWO_AWAY;
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
        int roles = roles(message, before, after);
        List<Support> parts = List.of(
                new Support("the turn before", before, BEFORE[roles] * wordScore(before)),
                new Support("the turn after", after, AFTER[roles] * wordScore(after)),
                new Support("two turns before", twoBefore, TWO_BEFORE[roles] * wordScore(twoBefore)),
                new Support("two turns after", twoAfter, TWO_AFTER[roles] * wordScore(twoAfter)));
        return parts.stream()
                .filter(part -> part.value() > 0)
                .max(Comparator.comparingDouble(Support::value))
                .map(part -> part.where() + ": " + wordDetail.apply(part.neighbour()))
                .orElse("");
    }
}
