/** Isolation of scopes with confusable names, through every door of the memory. */
@NullMarked
package dev.daybook.server.doors;

import org.jspecify.annotations.NullMarked;
