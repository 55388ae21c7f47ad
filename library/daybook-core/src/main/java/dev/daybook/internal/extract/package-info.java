/**
 * Extraction and checks without a language model: sentences, gists, near-duplicates, stated facts, secrets, and the
 * grounding of model output. Pure functions.
 */
@NullMarked
package dev.daybook.internal.extract;

import org.jspecify.annotations.NullMarked;
