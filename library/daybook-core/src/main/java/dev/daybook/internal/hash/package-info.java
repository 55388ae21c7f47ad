/** Vectors from hashes: the embedder of tests, and of rows shared with a program that computes the same vectors. */
@NullMarked
package dev.daybook.internal.hash;

import org.jspecify.annotations.NullMarked;
