/**
 * The ends of entries: an entry that has ended is stored until the retention sweep, and hidden from every reader and
 * derivation (decision 157).
 *
 * <p>{@link dev.daybook.internal.expiry.EndMarkingStore} marks each entry that has an end, below all writers;
 * {@link dev.daybook.internal.expiry.EndFilterStore} filters the store below all readers;
 * {@link dev.daybook.internal.expiry.EndedEntries} finds the entries to erase.
 */
@NullMarked
package dev.daybook.internal.expiry;

import org.jspecify.annotations.NullMarked;
