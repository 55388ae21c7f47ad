/**
 * The grammar of stated facts: words with their classes, clauses, statement forms, and the readers of objects. English only. Pure
 * functions.
 */
@NullMarked
package dev.daybook.internal.grammar;

import org.jspecify.annotations.NullMarked;
