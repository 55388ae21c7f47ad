/**
 * Text analysis: English text as terms, related terms for query expansion, and the term record stored with each entry.
 */
@NullMarked
package dev.daybook.internal.words;

import org.jspecify.annotations.NullMarked;
