/** What a user may plug in: a store, an embedder, a language model, a token counter. A new one is one class. */
@NullMarked
package dev.daybook.spi;

import org.jspecify.annotations.NullMarked;
