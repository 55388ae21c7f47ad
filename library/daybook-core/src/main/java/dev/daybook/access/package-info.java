/** The rights and the trust of a caller. */
@NullMarked
package dev.daybook.access;

import org.jspecify.annotations.NullMarked;
