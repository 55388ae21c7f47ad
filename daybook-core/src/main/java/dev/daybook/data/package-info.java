/** The values of a memory: entries, queries, options and results, without a dependency on a store. */
@NullMarked
package dev.daybook.data;

import org.jspecify.annotations.NullMarked;
