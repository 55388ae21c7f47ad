/**
 * Extraction and checks without a language model: sentences, gists, near-duplicates, stated facts and secrets. Pure functions.
 */
@NullMarked
package dev.daybook.internal.extract;

import org.jspecify.annotations.NullMarked;
