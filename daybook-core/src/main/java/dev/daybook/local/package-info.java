/** Implementations without dependencies: an in-memory store, and an embedder and a token counter without a model. */
@NullMarked
package dev.daybook.local;

import org.jspecify.annotations.NullMarked;
