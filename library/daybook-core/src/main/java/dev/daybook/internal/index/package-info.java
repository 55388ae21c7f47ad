/**
 * The in-memory index of a scope: postings, vectors, sessions and dates of its messages.
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
 * <p>The term record, which also has the dates that a message speaks of ({@link dev.daybook.internal.dates.DateReader}), is written
 * with the entry; the vectors follow asynchronously. Both are derived data beside the entry, and neither a write nor a load of the
 * index needs a model. The index holds no text. A new row extends the index at the cost of its own words and messages. Term statistics
 * belong to one scope, so the ranking for a user never depends on the data of another.
 *
 * <p>The inverted index is our own and not Lucene's: hybrid search needs the score of every message of the scope, and dense arrays give
 * them in 0.115 ms where Lucene's {@code MemoryIndex} takes 0.39 ms.
 *
 * <p>Read {@link dev.daybook.internal.index.ScopeIndex} first, then {@link dev.daybook.internal.index.WordIndex},
 * {@link dev.daybook.internal.index.PostingsBuilder} and {@link dev.daybook.internal.index.RecentPostings} (postings),
 * {@link dev.daybook.internal.index.VectorTable}, {@link dev.daybook.internal.index.VectorBlocks} and
 * {@link dev.daybook.internal.index.QueryPlanes} (vectors), {@link dev.daybook.internal.index.ScopeLayout} (neighbours and sessions),
 * and {@link dev.daybook.internal.index.ScopeIndexes} with {@link dev.daybook.internal.index.IndexLocks} (memory budget, refresh, read
 * locks).
 */
@NullMarked
package dev.daybook.internal.index;

import org.jspecify.annotations.NullMarked;
