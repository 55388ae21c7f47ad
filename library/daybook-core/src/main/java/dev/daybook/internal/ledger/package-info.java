/**
 * The ledgers of all kinds of entries except episodes.
 *
 * <p>{@link dev.daybook.internal.ledger.EntryLedger} reads, decides and writes a change under the write lock of the scope.
 * {@link dev.daybook.internal.ledger.BlockLedger}, {@link dev.daybook.internal.ledger.FactLedger} with
 * {@link dev.daybook.internal.ledger.FactTimeline}, {@link dev.daybook.internal.ledger.NoteLedger} and
 * {@link dev.daybook.internal.ledger.SummaryLedger} hold the rules of their kind.
 */
@NullMarked
package dev.daybook.internal.ledger;

import org.jspecify.annotations.NullMarked;
