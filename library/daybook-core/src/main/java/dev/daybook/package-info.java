/**
 * The public API of the library. Open a {@link dev.daybook.Daybook}, take the {@link dev.daybook.Memory} of a user,
 * then remember and recall. A {@link dev.daybook.MemorySpace} is one tenant.
 */
@NullMarked
package dev.daybook;

import org.jspecify.annotations.NullMarked;
