/**
 * The ledgers of all kinds of entries except episodes, and the rules of every write: write locks of scopes, audit records, states, citations and
 * the policy of a write.
 *
 * <p>{@link dev.daybook.ledger.EntryLedger} commits a change: under the write lock ({@link dev.daybook.ledger.ScopeLocks}) it reads, decides and
 * writes one batch with its audit record, and retries after a conflict. {@link dev.daybook.ledger.BlockLedger},
 * {@link dev.daybook.ledger.FactLedger} with {@link dev.daybook.ledger.FactTimeline}, {@link dev.daybook.ledger.NoteLedger} and
 * {@link dev.daybook.ledger.SummaryLedger} hold the rules of their kind. Readers see the store through
 * {@link dev.daybook.ledger.QuarantineFilterStore}.
 */
@NullMarked
package dev.daybook.ledger;

import org.jspecify.annotations.NullMarked;
