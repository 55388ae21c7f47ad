/**
 * Forgetting, quarantine and the proof of erasure.
 *
 * <p>A forget erases the entries that a selection matches and every entry derived from them, in one commit with its
 * audit entry. A quarantine works on the same plan, but keeps the selected entries outside every view until they are
 * released (decision 41).
 *
 * <pre>
 *  Selection            everything, or conditions: session, time, kind, id, writer, origin, key
 *      |
 *      |  ErasurePlanner  scans every version of the scope
 *      v
 *  selected versions
 *      |
 *      |  ErasureCascade  follows citations to a fixed point: episode, note, fact, summary, block
 *      v
 *  ErasurePlan          keys to erase, entries to put back, states to erase or write
 *      |
 *      |  ScopeEraser     first the shared scope of the space, then the scope itself
 *      v
 *  Store.erase          one batch: erasures, replacements, derivation queue, audit entry
 *      |
 *      |  the store       destroys their keys or rewrites its files: ErasureReceipt.Bytes GONE, or PENDING first
 *      v
 *  ErasureVerifier      proves it: no pending bytes, an intact audit chain, no forgotten id in use
 * </pre>
 *
 * <p>Read the classes in this order:
 *
 * <ol>
 *   <li>{@link dev.daybook.internal.forget.VersionedEntry}: an entry with all its versions, each marked for erasure or not. One
 *       entry may lose a version and stay.
 *   <li>{@link dev.daybook.internal.forget.ErasureCascade}: the cascade over citing entries, and the repair of the entries that
 *       stay.
 *   <li>{@link dev.daybook.internal.forget.ErasurePlan}: the result for one scope, immutable.
 *   <li>{@link dev.daybook.internal.forget.ErasurePlanner}: selection to plan. It reads the store and changes nothing, so a
 *       preview runs the same code.
 *   <li>{@link dev.daybook.internal.forget.ScopeEraser}: commits the plan under the scope's write lock.
 *   <li>{@link dev.daybook.internal.forget.PendingErasure}: the record of a forget between its two commits.
 *       {@link dev.daybook.internal.forget.ScopeEraser#finishAll()} resumes it after a crash.
 *   <li>{@link dev.daybook.internal.forget.QuarantineWriter} and {@link dev.daybook.internal.forget.ErasureVerifier}: built on the above.
 * </ol>
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>No entry that stays cites an erased version, or carries text from one.
 *   <li>An entry that stays shows no trace of its erased successor: the fact is valid again, the note or summary live
 *       again.
 *   <li>Shared entries may cite a scope, never the reverse. Therefore two scopes are enough, and the shared one is
 *       erased first.
 *   <li>The audit entry holds counts and keyed hashes of ids. Forgetting a whole scope also erases the key of the
 *       hashes.
 * </ul>
 */
@NullMarked
package dev.daybook.internal.forget;

import org.jspecify.annotations.NullMarked;
