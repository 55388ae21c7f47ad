/**
 * The score of every message of a scope for one query.
 *
 * <pre>
 * AnalyzedQuery, ScopeIndex
 *        │
 *  HybridScoring      one score per message
 *   ├─ WordMatch      keyword: BM25, adjacent words, session
 *   ├─ RelatedMatch   query expansion
 *   ├─ NeighbourMatch context expansion
 *   ├─ VectorMatch    dense vectors
 *   ├─ TimeMatch      the time that the question names
 *   ├─ SpeakerMatch, StandingInstructions, LengthPrior    priors
 *   ├─ StatementMatch    derived statements that lead to their messages
 *   ├─ SpeakerTurnMatch    second hop from the FirstHits, with vectors
 *   └─ ScoreFusion    normalises and adds
 *        ▼
 *  EntryScores        best message of each entry
 * </pre>
 *
 * <p>A keyword search ({@link dev.daybook.query.Query.By#WORDS}) ranks messages by {@link dev.daybook.internal.scoring.Bm25Weights}:
 * precise for names and rare words, but blind to paraphrases. A semantic search ({@link dev.daybook.query.Query.By#MEANING}) ranks
 * entries by the cosine of dense vectors: it finds paraphrases, but also confuses names and numbers. A hybrid search
 * ({@link dev.daybook.query.Query.By#BEST}) does both and adds four things:
 *
 * <ul>
 *   <li><em>query expansion</em> ({@link dev.daybook.internal.scoring.RelatedMatch},
 *       {@link dev.daybook.internal.words.RelatedTerms}): related terms match too, at a lower weight;
 *   <li><em>context expansion</em> ({@link dev.daybook.internal.scoring.NeighbourMatch}): a message gains from matches in the turns
 *       around it, and from those of its session;
 *   <li><em>priors</em>: the named time and speaker, statements rather than questions, standing instructions, length;
 *   <li><em>fusion</em> ({@link dev.daybook.internal.scoring.ScoreFusion}): scores in standard deviations, keyword and semantic scores
 *       added in quadrature.
 * </ul>
 *
 * <p>Without an embedder, or while it fails, a hybrid search goes on with keywords alone. All signals are computed for every message of
 * the scope, without an approximate index in front; only semantic scores of large scopes are estimated first and rescored.
 *
 * <p>Read {@link dev.daybook.internal.scoring.HybridScoring} first: the recipe with all weights. Then
 * {@link dev.daybook.internal.scoring.ScoreSignal}, {@link dev.daybook.internal.scoring.ScorePart} and
 * {@link dev.daybook.internal.scoring.ScoreFusion}: how signals add up, and how a hit explains its score. The signals in any order.
 */
@NullMarked
package dev.daybook.internal.scoring;

import org.jspecify.annotations.NullMarked;
