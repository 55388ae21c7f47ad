package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;

/**
 * Derived statements as retrievers: a message gains from the best statement that follows from it. A statement says in one
 * sentence, with names and without "it" and "there", what its message leaves to the talk around it, so it is found by
 * words that the message does not have. It leads to the message and never replaces it: a model reads only a part of a talk.
 */
final class StatementMatch {

    private static final String NAME = "statement";

    /**
     * The part of the messages with a statement from which statements count in full. Where fewer have one, as in a chat
     * that rules read, the best statement is seldom about the question and would put its message before better ones.
     */
    private static final double ENOUGH = 0.1;

    private final ScopeIndex scopeIndex;
    private final int[] statements;
    private final BitSet matching;
    private final double[] scores;
    private final double[] values;
    private final double weight;

    private StatementMatch(ScopeIndex scopeIndex, int[] statements, MessageScores scored) {
        this.scopeIndex = scopeIndex;
        this.statements = statements;
        this.matching = scored.eligible();
        this.scores = scored.values();
        this.values = new double[scopeIndex.messageCount()];
        this.weight = Math.min(1, statements.length / (ENOUGH * scopeIndex.liveMessages()));
    }

    /**
     * Scores messages by the z-score of their best statement among all statements; a statement below the mean leads
     * nowhere. What the statements say counts, and not that a message has one: the messages that a model cites are no
     * better answers than others.
     *
     * @param scored the scores of all messages, the statements among them
     */
    static ScoreSignal of(ScopeIndex scopeIndex, MessageScores scored) {
        int[] statements = scopeIndex.statements();
        if (statements.length == 0) {
            return ScoreSignal.none(NAME);
        }
        StatementMatch match = new StatementMatch(scopeIndex, statements, scored);
        match.add();
        return new ScoreSignal(
                NAME,
                match.values,
                message -> String.format(
                        Locale.ROOT,
                        "a statement that follows from it, %.1f deviations above the mean",
                        match.values[message] / match.weight));
    }

    private void add() {
        double mean =
                Arrays.stream(statements).mapToDouble(this::score).average().orElse(0);
        double deviation = Math.sqrt(Arrays.stream(statements)
                .mapToDouble(statement -> Math.pow(score(statement) - mean, 2))
                .average()
                .orElse(0));
        for (int statement : statements) {
            double above = score(statement) - mean;
            if (matching.get(statement) && above > ScoreFusion.ROUNDING_ERROR) {
                for (int message : scopeIndex.sourcesOf(statement)) {
                    values[message] = Math.max(values[message], weight * above / deviation);
                }
            }
        }
    }

    /** Returns the score of a statement; one that does not match has none. */
    private double score(int statement) {
        return matching.get(statement) ? scores[statement] : 0;
    }
}
