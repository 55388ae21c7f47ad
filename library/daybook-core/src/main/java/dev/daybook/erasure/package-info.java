/**
 * The proof of an erasure: searches the files of a store for forgotten texts. Start at
 * {@link dev.daybook.erasure.ErasureProof}.
 */
@NullMarked
package dev.daybook.erasure;

import org.jspecify.annotations.NullMarked;
