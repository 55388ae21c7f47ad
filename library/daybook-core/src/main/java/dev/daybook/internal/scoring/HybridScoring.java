package dev.daybook.internal.scoring;

import dev.daybook.internal.index.BitSets;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.VectorTable;
import dev.daybook.model.Embedding;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.Query;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scores the entries of a scope: hybrid, keyword, semantic or by time.
 *
 * <p>The hybrid score ({@link Query.By#BEST}) starts from BM25 of the words, with query expansion, adjacent words and
 * the context of the session, then adds the cosine of the vectors and a few priors on time, speaker and form. {@link ScoreFusion}
 * normalises and combines them. One recipe serves all scopes and questions (decision 46); each weight is a constant of
 * this class.
 */
public final class HybridScoring {

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

    /**
     * The bonus of a message of the time that the question names, in the same unit. Twice as much puts more questions
     * about a day right, and takes a place from the words of questions that name a time in passing.
     */
    private static final double TIME = 1;

    /** The semantic score against the keyword score, both in standard deviations. Flat from 1 to 1.2. */
    private static final double MEANING = 1.2;

    private static final double SEMANTIC_SESSION = 0.2;

    /**
     * The weight of the length prior for messages between people, if there are vectors: short messages come too close
     * to any question. Flat from 1 to 2.5 among the first ten hits, but a context of limited length holds fewer long
     * messages. BM25 normalises length already, so a keyword score does not need it.
     */
    private static final double LENGTH_PRIOR = 1.5;

    /**
     * The bonus of a message for each deviation by which its best statement is above the mean, in the same unit. Less than
     * the message's own score, since a statement is a part of what was said. From 0.4 to 1 the recall of the first ten is
     * within half a point; with more than 0.6 the first few without vectors get worse.
     */
    private static final double STATEMENT = 0.6;

    /**
     * The bonus of a speaker's turn beside the best hit, in the unit of the keyword score, if there are vectors. By words
     * alone the first hits are wrong too often to go on from them.
     */
    private static final double SPEAKER_TURN = 0.7;

    /**
     * The highest limit of a semantic search with estimates. Some more ranks are exact, and a condition on the body of an
     * entry, which may reject all of them, needs all.
     */
    private static final int LIMIT_ESTIMATED = 25;

    private HybridScoring() {}

    /** Scores the entries of a scope for a query with conditions: by meaning, the cosines of usual hits are exact. */
    public static EntryScores score(
            ScopeIndex scopeIndex, Query query, QueryFilter queryFilter, AnalyzedQuery analyzedQuery) {
        Embedding queryVector = scopeIndex.comparable(analyzedQuery.vector());
        if (queryVector == null || !isEstimated(scopeIndex, query)) {
            return score(scopeIndex, query.by(), analyzedQuery);
        }
        return meaning(
                scopeIndex,
                scopeIndex
                        .entryVectors()
                        .nearest(
                                queryVector,
                                scopeIndex.slots().size(),
                                VectorTable.ALL_EXACT,
                                candidates(scopeIndex, queryFilter)));
    }

    /** Returns whether the cosines behind the first ranks of a query are estimates. */
    public static boolean isEstimated(ScopeIndex scopeIndex, Query query) {
        return query.by() == Query.By.MEANING
                && scopeIndex.slots().size() > VectorTable.ALL_EXACT
                && query.limit() <= LIMIT_ESTIMATED
                && query.filter() == null
                && query.validAt() == null
                && !query.collapse()
                // A sensitive entry of the shared scope is told by its body.
                && !query.shared();
    }

    /** Returns the live slots that pass the filters of the index: an edited entry leaves a dead one for each version. */
    private static BitSet candidates(ScopeIndex scopeIndex, QueryFilter queryFilter) {
        BitSet passing = queryFilter.slots(scopeIndex);
        BitSet candidates = passing == null ? new BitSet() : passing;
        if (passing == null) {
            candidates.set(0, scopeIndex.slots().size());
        }
        scopeIndex.removeDead(candidates);
        return candidates;
    }

    /** Returns the query with a limit for which all cosines are exact, so that the score of any entry can be explained. */
    public static Query exact(Query query) {
        return query.limit(Math.max(query.limit(), LIMIT_ESTIMATED + 1));
    }

    /**
     * Scores the entries of a scope, by meaning with exact cosines.
     *
     * @param by {@code TEXT} scores like {@code NEWEST}, because only the body can show whether it contains the text
     */
    public static EntryScores score(ScopeIndex scopeIndex, Query.By by, AnalyzedQuery analyzedQuery) {
        return switch (by) {
            case BEST -> EntryScores.ofMessages(scopeIndex, best(scopeIndex, analyzedQuery));
            case WORDS -> EntryScores.ofMessages(scopeIndex, words(scopeIndex, analyzedQuery));
            case MEANING -> meaning(scopeIndex, scopeIndex.comparable(analyzedQuery.vector()));
            case TEXT, NEWEST -> EntryScores.alike(scopeIndex);
        };
    }

    /** Scores by words, the surrounding session, the speaker, and the vectors if there are any. */
    private static MessageScores best(ScopeIndex scopeIndex, AnalyzedQuery asked) {
        AnalyzedQuery analyzedQuery = asked.in(scopeIndex.languages());
        ScoreFusion fusion = new ScoreFusion(scopeIndex);
        fusion.addTogether(1, keywordSignals(scopeIndex, analyzedQuery));
        Embedding queryVector = scopeIndex.comparable(analyzedQuery.vector());
        if (queryVector != null) {
            VectorMatch vectorMatch = new VectorMatch(scopeIndex, queryVector);
            fusion.addInQuadrature(MEANING, vectorMatch.messages(), vectorMatch.present());
            fusion.addStandardised(SEMANTIC_SESSION, vectorMatch.session(), vectorMatch.present());
            fusion.addBoost(LENGTH_PRIOR, LengthPrior.of(scopeIndex));
        }
        fusion.addBoost(TIME, TimeMatch.of(scopeIndex, analyzedQuery.dates()));
        fusion.addBoost(SPEAKER, SpeakerMatch.named(scopeIndex, analyzedQuery));
        fusion.addBoost(QUESTION, SpeakerMatch.questions(scopeIndex));
        ScoreSignal users = SpeakerMatch.messagesToAssistants(scopeIndex);
        fusion.addBoost(USER, users);
        fusion.addBoost(STANDING_INSTRUCTION, StandingInstructions.of(scopeIndex, users));
        fusion.addRetrieved(STATEMENT, StatementMatch.of(scopeIndex, fusion.join()));
        if (queryVector != null) {
            fusion.addBoost(SPEAKER_TURN, SpeakerTurnMatch.of(scopeIndex, FirstHits.of(fusion.join())));
        }
        return fusion.join();
    }

    /** Returns the signals of a keyword search, in the unit of BM25: words, related and adjacent ones, context. */
    public static List<ScoreSignal> keywordSignals(ScopeIndex scopeIndex, AnalyzedQuery analyzedQuery) {
        WordMatch match = new WordMatch(scopeIndex, analyzedQuery);
        ScoreSignal words = match.words();
        ScoreSignal related = match.related(analyzedQuery);
        ScoreSignal adjacent = match.adjacent();
        return List.of(
                words,
                related,
                adjacent,
                NeighbourMatch.support(scopeIndex, words.with(related, adjacent)),
                match.session(SESSION));
    }

    /** Scores by plain BM25. */
    private static MessageScores words(ScopeIndex scopeIndex, AnalyzedQuery analyzedQuery) {
        ScoreSignal words = new WordMatch(scopeIndex, analyzedQuery.in(scopeIndex.languages())).words();
        return new MessageScores(words.values(), words.positive(), List.of(words.times(1)));
    }

    private static EntryScores meaning(ScopeIndex scopeIndex, @Nullable Embedding queryVector) {
        return queryVector == null
                ? new EntryScores(
                        new double[scopeIndex.slots().size()], new BitSet(), slot -> List.of(), slot -> List.of())
                : meaning(
                        scopeIndex,
                        scopeIndex
                                .entryVectors()
                                .exactCosines(queryVector, scopeIndex.slots().size()));
    }

    /** Scores by the cosine of question and entry. An entry without a vector is no hit. */
    private static EntryScores meaning(ScopeIndex scopeIndex, double[] cosines) {
        BitSet eligible = BitSets.copyOf(scopeIndex.entryVectors().present());
        scopeIndex.removeDead(eligible);
        return new EntryScores(
                cosines,
                eligible,
                slot -> List.of(),
                slot -> List.of(new ScoreReason("meaning", cosines[slot], "cosine of question and entry")));
    }
}
