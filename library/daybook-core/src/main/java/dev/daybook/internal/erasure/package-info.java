/**
 * The search of the files of a store for forgotten texts. Start at {@link dev.daybook.internal.erasure.ErasureSearch}.
 */
@NullMarked
package dev.daybook.internal.erasure;

import org.jspecify.annotations.NullMarked;
