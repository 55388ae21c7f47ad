/**
 * Extraction without a language model: sentences, gists, near-duplicates and stated facts. Pure functions.
 */
@NullMarked
package dev.daybook.internal.extract;

import org.jspecify.annotations.NullMarked;
