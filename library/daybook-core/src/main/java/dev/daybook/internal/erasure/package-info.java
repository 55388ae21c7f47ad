/**
 * The search of the files of a store for forgotten texts. Start at {@link dev.daybook.internal.erasure.ErasureSearch}.
 * {@link dev.daybook.internal.erasure.EntryBatches} splits a long list of entries to erase.
 */
@NullMarked
package dev.daybook.internal.erasure;

import org.jspecify.annotations.NullMarked;
