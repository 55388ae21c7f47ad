/**
 * The quarantine: entries that are stored, and hidden from every reader and derivation.
 *
 * <p>{@link dev.daybook.internal.quarantine.QuarantineFilterStore} filters the store below all readers;
 * {@link dev.daybook.internal.quarantine.QuarantineStates} records which entries are hidden.
 */
@NullMarked
package dev.daybook.internal.quarantine;

import org.jspecify.annotations.NullMarked;
