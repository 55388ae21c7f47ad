/** The rights and the trust of a caller, and those that each operation needs. */
@NullMarked
package dev.daybook.access;

import org.jspecify.annotations.NullMarked;
