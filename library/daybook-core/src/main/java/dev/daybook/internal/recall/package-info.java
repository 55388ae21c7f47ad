/**
 * Recall: from a query to hits.
 *
 * <pre>
 * Query ─► QueryAnalyzer ─► AnalyzedQuery    terms and query vector
 *                                │
 * Store ─► ScopeIndexes ─► ScopeIndex         package index: brought up to date
 *                                │
 *                          HybridScoring      package scoring: one score per message
 *                                │
 *                          EntryScores        best message of each entry
 *                                │
 * FilteredQuery ─► EntryRanking, RankedHits   filters
 *                                │
 * EntryCache, Store ─► EntryReader            bodies of the hits
 *                                │
 *                          TrustShare         order by trust
 *                          UpdateOrder        an update before what it restates
 *                                ▼
 *                              hits
 * </pre>
 *
 * <p>A recall of known hits reads only the head of the scope from the store; the bodies of the hits are read at the end.
 *
 * <ol>
 *   <li>{@link dev.daybook.internal.recall.MemorySearch} is the entry point. {@link dev.daybook.internal.recall.FilteredQuery} is the query
 *       with its conditions; {@link dev.daybook.internal.recall.SearchView} holds the indexes of one call, under one set of locks.
 *   <li>{@link dev.daybook.internal.recall.ScopeScoring} chooses the index that is scored. A scope above the resident limit has no index in memory:
 *       {@link dev.daybook.internal.recall.LargeScopeSearch} reads its rows. {@link dev.daybook.internal.recall.AsOfIndex} builds an
 *       index for a point-in-time query.
 *   <li>{@link dev.daybook.internal.recall.RankedHits}, {@link dev.daybook.internal.recall.TrustShare}, {@link
 *       dev.daybook.internal.recall.UpdateOrder} and {@link dev.daybook.internal.recall.ReaderView}: filters, order, and the entries of joined scopes as a reader sees them.
 *   <li>{@link dev.daybook.internal.entries.EntryReader} and {@link dev.daybook.internal.entries.EntryCache}: the bodies of hits.
 *       {@link dev.daybook.internal.recall.SessionReader} reads the turns of a session the same way, in the order of
 *       {@link dev.daybook.internal.recall.SessionIndex}.
 *   <li>{@link dev.daybook.internal.recall.FactSearch} and {@link dev.daybook.internal.recall.NoteSearch}: facts and notes by meaning,
 *       and by words for those without a vector.
 * </ol>
 */
@NullMarked
package dev.daybook.internal.recall;

import org.jspecify.annotations.NullMarked;
