/**
 * What a user may plug in: a store, an embedder, a token counter, a policy on what to believe of a model. A new one is one class and one contract test.
 */
@NullMarked
package dev.daybook.spi;

import org.jspecify.annotations.NullMarked;
