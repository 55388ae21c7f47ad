/** Parts that need no installation: the store in memory and an approximate token counter. */
@NullMarked
package dev.daybook.local;

import org.jspecify.annotations.NullMarked;
