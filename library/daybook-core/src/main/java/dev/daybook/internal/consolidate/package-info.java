/**
 * Consolidation: runs the derivations behind every write and recall, and derives session summaries from the log. Facts are
 * derived in {@code dev.daybook.internal.statements}, notes and the core in {@code dev.daybook.internal.notes}, the bank in
 * {@code dev.daybook.internal.bank}.
 *
 * <p>Each call of a language model goes through {@link dev.daybook.internal.inference.ModelCaller}. A derivation never changes an
 * episode; it reads the log past its watermark and writes derived entries that cite their sources.
 *
 * <pre>
 *   a write                      BackgroundConsolidation.wake(scope)
 *       |
 *       v
 *   Derivation.due               subjects past their watermark: an episode, a session, a period
 *       |
 *       |  one worker per scope; no write lock is held
 *       v
 *   Derivation.propose           may call the model for seconds; changes nothing
 *       |
 *       |  Proposal: the entries read with their revisions, the write, the new watermark
 *       v
 *   Consolidation.apply          under the scope's write lock:
 *       |                          the scope was erased, the attempt overtaken or a source changed?
 *       |                            yes: drop the proposal; the subject stays due
 *       |                            no:  one batch: entries, watermark, undo record, audit entry
 *       v
 *   DerivationOutcome            DONE, NOTHING, FALLBACK, FAILED, WAITING or DROPPED
 * </pre>
 *
 * <p>Read the classes in this order:
 *
 * <ol>
 *   <li>{@link dev.daybook.internal.consolidate.Derivation}, {@link dev.daybook.internal.consolidate.DerivationAttempt} and
 *       {@link dev.daybook.internal.consolidate.Proposal}: the contract of derived work.
 *   <li>{@link dev.daybook.internal.consolidate.Consolidation}: runs derivations, applies proposals, retries and undoes.
 *   <li>{@link dev.daybook.internal.consolidate.BackgroundConsolidation}: one thread that visits the scopes with a backlog.
 *   <li>{@link dev.daybook.internal.statements.FactDerivation} and {@link dev.daybook.internal.consolidate.GistDerivation}: facts of
 *       episodes and gists of sessions.
 *   <li>{@link dev.daybook.internal.notes.NoteDerivation} with {@link dev.daybook.internal.notes.NoteQueue}, then
 *       {@link dev.daybook.internal.notes.CoreDerivation}: the note queue and the core blocks.
 *   <li>{@link dev.daybook.internal.bank.BankMaintenance} with {@link dev.daybook.internal.bank.BankSessions},
 *       {@link dev.daybook.internal.bank.BankDigests} and {@link dev.daybook.internal.bank.BankEviction}: the bank of a space.
 * </ol>
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>A watermark moves in the same batch as the entries derived up to it, so a crash neither loses nor repeats work.
 *   <li>The attempt is the only state of a derivation. The backlog follows from attempts and revisions; no queue is
 *       stored.
 *   <li>A failing model loses nothing: a fallback serves, and the subject stays due with back-off.
 *   <li>Model answers are checked against their sources (grounding) before they are written.
 *   <li>Sensitive episodes are never sent to a model.
 * </ul>
 */
@NullMarked
package dev.daybook.internal.consolidate;

import org.jspecify.annotations.NullMarked;
