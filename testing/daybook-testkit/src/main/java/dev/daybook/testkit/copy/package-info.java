/** The contract of a copy between two stores and its parts. Extend {@link dev.daybook.testkit.CopyContract}. */
@NullMarked
package dev.daybook.testkit.copy;

import org.jspecify.annotations.NullMarked;
