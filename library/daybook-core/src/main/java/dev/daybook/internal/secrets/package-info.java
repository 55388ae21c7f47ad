/** Secrets in texts, such as keys, passwords and card numbers. Pure functions. */
@NullMarked
package dev.daybook.internal.secrets;

import org.jspecify.annotations.NullMarked;
