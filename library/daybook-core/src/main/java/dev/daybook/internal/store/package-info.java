/** Decorators of stores, and reads of all their pages; authors of stores need neither. */
@NullMarked
package dev.daybook.internal.store;

import org.jspecify.annotations.NullMarked;
