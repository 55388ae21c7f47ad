/** Entries read from the store, and the cache of those that were read before. */
@NullMarked
package dev.daybook.internal.entries;

import org.jspecify.annotations.NullMarked;
