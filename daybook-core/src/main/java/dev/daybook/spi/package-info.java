/** What a user may plug in: a store, an embedder, a language model, a token counter, a policy. A new one is one class and one contract test. */
@NullMarked
package dev.daybook.spi;

import org.jspecify.annotations.NullMarked;
