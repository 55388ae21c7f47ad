/** The door: open a {@link dev.daybook.Daybook}, take the {@link dev.daybook.Memory} of a scope, remember and recall. */
@NullMarked
package dev.daybook;

import org.jspecify.annotations.NullMarked;
