package dev.daybook.recall;

import dev.daybook.data.Embedding;
import dev.daybook.data.Query;
import dev.daybook.data.ScoreReason;
import java.util.BitSet;
import java.util.List;

/**
 * Scores the entries of a scope: hybrid, keyword, semantic or by time.
 *
 * <p>The hybrid score ({@link Query.By#BEST}) starts from BM25 of the words, with query expansion, adjacent words and
 * the context of the session, then adds the cosine of the vectors and a few priors on speaker and form. {@link ScoreFusion}
 * normalises and combines them. One recipe serves all scopes and questions (decision 14); each weight is a constant of
 * this class.
 */
final class HybridScoring {

    /** The weight of a session that matches the question, relative to the message's own words. */
    private static final double SESSION = 0.8;

    /**
     * The bonus of a message by the person named in the question, in standard deviations of the keyword score. A higher
     * one would help questions about one person and hurt questions that name another on purpose.
     */
    private static final double SPEAKER = 1;

    /** The bonus of a user's message over an assistant's, in the same unit. */
    private static final double USER = 1;

    /**
     * The malus of a question between people: later questions ask for statements, and words alone do not tell the two
     * apart.
     */
    private static final double QUESTION = -0.6;

    /**
     * The bonus of a standing instruction, in the same unit. A higher one would return every instruction with every
     * question.
     */
    private static final double STANDING_INSTRUCTION = 1;

    /** The semantic score against the keyword score, both in standard deviations. Flat from 1 to 1.2. */
    private static final double MEANING = 1.2;

    private static final double SEMANTIC_SESSION = 0.2;

    /**
     * The weight of the length prior for messages between people, if there are vectors: short messages come too close
     * to any question. Flat from 1 to 2.5 among the first ten hits, but a context of limited length holds fewer long
     * messages. BM25 normalises length already, so a keyword score does not need it.
     */
    private static final double LENGTH_PRIOR = 1.5;

    private HybridScoring() {}

    /**
     * Scores the entries of a scope.
     *
     * @param by {@code TEXT} scores like {@code NEWEST}, because only the body can show whether it contains the text
     */
    static EntryScores score(ScopeIndex scopeIndex, Query.By by, AnalyzedQuery analyzedQuery) {
        return switch (by) {
            case BEST -> EntryScores.ofMessages(scopeIndex, best(scopeIndex, analyzedQuery));
            case WORDS -> EntryScores.ofMessages(scopeIndex, words(scopeIndex, analyzedQuery));
            case MEANING -> meaning(scopeIndex, analyzedQuery);
            case TEXT, NEWEST -> EntryScores.alike(scopeIndex);
        };
    }

    /** Scores by words, the surrounding session, the speaker, and the vectors if there are any. */
    private static MessageScores best(ScopeIndex scopeIndex, AnalyzedQuery analyzedQuery) {
        WordMatch match = new WordMatch(scopeIndex, analyzedQuery);
        ScoreSignal words = match.words();
        ScoreSignal related = match.related(analyzedQuery);
        ScoreSignal adjacent = match.adjacent();
        ScoreFusion fusion = new ScoreFusion(scopeIndex);
        fusion.addTogether(
                1,
                List.of(
                        words,
                        related,
                        adjacent,
                        NeighbourMatch.support(scopeIndex, words.with(related).with(adjacent)),
                        match.session(SESSION)));
        Embedding queryVector = analyzedQuery.vector();
        if (queryVector != null) {
            VectorMatch vectorMatch = new VectorMatch(scopeIndex, queryVector);
            fusion.addInQuadrature(MEANING, vectorMatch.messages(), vectorMatch.present());
            fusion.addStandardised(SEMANTIC_SESSION, vectorMatch.session(), vectorMatch.present());
            fusion.addBoost(LENGTH_PRIOR, LengthPrior.of(scopeIndex));
        }
        fusion.addBoost(SPEAKER, SpeakerMatch.named(scopeIndex, analyzedQuery));
        fusion.addBoost(QUESTION, SpeakerMatch.questions(scopeIndex));
        ScoreSignal users = SpeakerMatch.messagesToAssistants(scopeIndex);
        fusion.addBoost(USER, users);
        fusion.addBoost(STANDING_INSTRUCTION, StandingInstructions.of(scopeIndex, users));
        return fusion.join();
    }

    /** Scores by plain BM25. */
    private static MessageScores words(ScopeIndex scopeIndex, AnalyzedQuery analyzedQuery) {
        ScoreSignal words = new WordMatch(scopeIndex, analyzedQuery).words();
        BitSet eligible = new BitSet();
        for (int message = 0; message < words.values().length; message++) {
            eligible.set(message, words.values()[message] > 0);
        }
        return new MessageScores(words.values(), eligible, List.of(words.times(1)));
    }

    /** Scores by the cosine of question and entry. An entry without a vector is no hit. */
    private static EntryScores meaning(ScopeIndex scopeIndex, AnalyzedQuery analyzedQuery) {
        Embedding queryVector = analyzedQuery.vector();
        int slots = scopeIndex.slots().size();
        double[] values = queryVector == null
                ? new double[slots]
                : scopeIndex.entryVectors().exactCosines(queryVector, slots);
        BitSet eligible = new BitSet();
        for (int slot = 0; slot < values.length; slot++) {
            eligible.set(
                    slot,
                    queryVector != null
                            && scopeIndex.isLive(slot)
                            && scopeIndex.entryVectors().has(slot));
        }
        return new EntryScores(
                values,
                eligible,
                slot -> List.of(),
                slot -> List.of(new ScoreReason("meaning", values[slot], "cosine of question and entry")));
    }
}
