/**
 * The write path: check, screen, analyze, write. Vectors are computed behind it.
 *
 * <p>An episode goes from {@link dev.daybook.internal.remember.EpisodeWriter} to the store in one batch with its audit entry.
 * {@link dev.daybook.internal.remember.ProposalWriter} writes one into quarantine, with the state of the quarantine in the same batch.
 * All other kinds go through {@link dev.daybook.internal.ledger.EntryLedger}, which reads, decides and commits under the scope's
 * write lock. No language model and no embedder is called before a write returns;
 * {@link dev.daybook.internal.vectors.VectorWriter} follows the revisions of each scope and adds the vectors.
 */
@NullMarked
package dev.daybook.internal.remember;

import org.jspecify.annotations.NullMarked;
