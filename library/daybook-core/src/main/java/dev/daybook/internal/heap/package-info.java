/** The heap that the reads of one call may use: {@link dev.daybook.internal.heap.ReadBudget}, which a server sets. */
@NullMarked
package dev.daybook.internal.heap;

import org.jspecify.annotations.NullMarked;
