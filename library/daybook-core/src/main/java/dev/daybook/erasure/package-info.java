/** The proof of an erasure: {@link dev.daybook.erasure.ErasureProof}. */
@NullMarked
package dev.daybook.erasure;

import org.jspecify.annotations.NullMarked;
