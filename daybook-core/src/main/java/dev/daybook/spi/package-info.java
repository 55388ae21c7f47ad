/**
 * Interfaces for extensions: a store, an embedder, a language model, a token counter, a grounding policy. A new one is
 * one class and one contract test of daybook-testkit.
 */
@NullMarked
package dev.daybook.spi;

import org.jspecify.annotations.NullMarked;
