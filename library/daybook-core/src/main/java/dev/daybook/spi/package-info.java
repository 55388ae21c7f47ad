/**
 * Extension points for applications: an embedder, a language model, a token counter, prompts, a grounding policy, ids, and
 * the providers by which a jar brings an embedder or a store. The interface of a store is in {@link dev.daybook.store}.
 */
@NullMarked
package dev.daybook.spi;

import org.jspecify.annotations.NullMarked;
