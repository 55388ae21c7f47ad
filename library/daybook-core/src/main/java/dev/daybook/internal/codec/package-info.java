/** The binary form of entries, vectors and watermarks in a store. */
@NullMarked
package dev.daybook.internal.codec;

import org.jspecify.annotations.NullMarked;
