/** The scopes that a memory reads, and the order of an erasure over spaces: alike for the embedded and the remote implementation. */
@NullMarked
package dev.daybook.internal.scopes;

import org.jspecify.annotations.NullMarked;
