/** Copies of a store into another, compared by digests. Start at {@link dev.daybook.internal.copy.StoreCopy}. */
@NullMarked
package dev.daybook.internal.copy;

import org.jspecify.annotations.NullMarked;
