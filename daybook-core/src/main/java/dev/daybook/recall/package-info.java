/**
 * Recall: hybrid search over the memory of a scope.
 *
 * <h2>The way of a query</h2>
 *
 * <pre>
 * Query ─► QueryAnalyzer ─► AnalyzedQuery    terms and query vector
 *                                │
 * Store ─► ScopeIndexes ─► ScopeIndex         index of the scope, brought up to date
 *                                │
 *                          HybridScoring      one score per message
 *                           ├─ WordMatch      keyword: BM25, adjacent words, session
 *                           ├─ RelatedMatch   query expansion
 *                           ├─ NeighbourMatch context expansion
 *                           ├─ VectorMatch    dense vectors
 *                           ├─ TimeMatch      the time that the question names
 *                           ├─ SpeakerMatch, StandingInstructions, LengthPrior    priors
 *                           ├─ SpeakerTurnMatch    second hop from the FirstHits, with vectors
 *                           └─ ScoreFusion    normalises and adds
 *                                │
 *                          EntryScores        best message of each entry
 *                                │
 * QueryFilter ─► EntryRanking, RankedHits     filters
 *                                │
 * EntryCache, Store ─► EntryReader            bodies of the hits
 *                                │
 *                          TrustShare         order by trust
 *                                ▼
 *                              hits
 * </pre>
 *
 * <h2>Hybrid search</h2>
 *
 * A keyword search ({@link dev.daybook.data.Query.By#WORDS}) ranks messages by {@link dev.daybook.recall.Bm25Weights}: precise
 * for names and rare words, but blind to paraphrases. A semantic search ({@link dev.daybook.data.Query.By#MEANING}) ranks
 * entries by the cosine of dense vectors: it finds paraphrases, but also confuses names and numbers. A hybrid search
 * ({@link dev.daybook.data.Query.By#BEST}) does both and adds four things:
 *
 * <ul>
 *   <li><em>query expansion</em> ({@link dev.daybook.recall.RelatedMatch}, {@link dev.daybook.words.RelatedTerms}): related
 *       terms match too, at a lower weight;
 *   <li><em>context expansion</em> ({@link dev.daybook.recall.NeighbourMatch}): a message gains from matches in the turns
 *       around it, and from those of its session;
 *   <li><em>priors</em>: the named time and speaker, statements rather than questions, standing instructions, length;
 *   <li><em>fusion</em> ({@link dev.daybook.recall.ScoreFusion}): scores in standard deviations, keyword and semantic scores
 *       added in quadrature.
 * </ul>
 *
 * Without an embedder, or while it fails, a hybrid search goes on with keywords alone. All signals are computed for every
 * message of the scope, without an approximate index in front; only semantic scores of large scopes are estimated first and
 * rescored ({@link dev.daybook.recall.VectorTable}).
 *
 * <h2>The data</h2>
 *
 * <pre>
 * scope ── ScopeIndex
 *   └─ entry ── slot: key, revision, time, session; one vector
 *        └─ message ── number: speaker, flags, previous and next; one vector
 *             ├─ unit: the whole message
 *             └─ units: overlapping passages of 60 words, if it is longer
 *                  └─ posting: term → (unit, frequency)
 *
 * row of the store ── sidecar "terms/…":   term record ──► units, postings
 *                  └─ sidecar "vectors/…": vectors     ──► unit vectors and signatures, in blocks
 * </pre>
 *
 * The term record, which also has the dates that a message speaks of ({@link dev.daybook.dates.DateReader}), is written
 * with the entry, the vectors follow asynchronously. Both are derived data beside the entry, and
 * neither a write nor a load of the index needs a model. The index holds no text: the bodies of the hits are read at the end,
 * from the entry cache or the store. A recall of known hits reads only the head of the scope from the store. A new row extends
 * the index at the cost of its own words and messages. Term statistics belong to one scope, so the ranking for a user never
 * depends on the data of another.
 *
 * <h2>Reading order</h2>
 *
 * <ol>
 *   <li>{@link dev.daybook.recall.MemorySearch}, the entry point, and {@link dev.daybook.recall.HybridScoring}, the recipe with all
 *       weights.
 *   <li>{@link dev.daybook.recall.ScopeIndex}, the index, with {@link dev.daybook.recall.WordIndex}, {@link
 *       dev.daybook.recall.PostingsBuilder} and {@link dev.daybook.recall.RecentPostings} (postings), {@link
 *       dev.daybook.recall.VectorTable}, {@link dev.daybook.recall.VectorBlocks} and {@link
 *       dev.daybook.recall.QueryPlanes} (vectors), {@link dev.daybook.recall.ScopeLayout} (neighbours and sessions).
 *   <li>{@link dev.daybook.recall.ScoreSignal}, {@link dev.daybook.recall.ScorePart} and {@link dev.daybook.recall.ScoreFusion}: how
 *       signals add up, and how a hit explains its score.
 *   <li>The signals in any order.
 *   <li>{@link dev.daybook.recall.ScopeIndexes}: memory budget and refresh; {@link dev.daybook.recall.IndexLocks}, the read locks
 *       of a search. {@link dev.daybook.recall.AsOfIndex} builds an index
 *       for a point-in-time query instead.
 *   <li>{@link dev.daybook.recall.QueryFilter}, {@link dev.daybook.recall.RankedHits}, {@link dev.daybook.recall.TrustShare} and
 *       {@link dev.daybook.recall.SharedView}: filters, order, and shared entries as a reader sees them.
 *   <li>{@link dev.daybook.recall.EntryReader} and {@link dev.daybook.recall.EntryCache}: the bodies of hits. {@link
 *       dev.daybook.recall.SessionReader} reads the turns of a session the same way.
 *   <li>{@link dev.daybook.recall.FactSearch} and {@link dev.daybook.recall.NoteSearch}: facts and notes by meaning, and by
 *       words for those without a vector.
 * </ol>
 */
@NullMarked
package dev.daybook.recall;

import org.jspecify.annotations.NullMarked;
