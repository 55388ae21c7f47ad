/** The observed calls of a daybook. */
@NullMarked
package dev.daybook.internal.observe;

import org.jspecify.annotations.NullMarked;
