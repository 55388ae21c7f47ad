/** The write path: check, screen, analyse, write. Vectors follow behind it. */
@NullMarked
package dev.daybook.remember;

import org.jspecify.annotations.NullMarked;
