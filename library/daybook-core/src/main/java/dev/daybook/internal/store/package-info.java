/** Decorators of stores, reads of all their pages, and the wait for a folder; authors of stores need none of them. */
@NullMarked
package dev.daybook.internal.store;

import org.jspecify.annotations.NullMarked;
