/** The memory explorer, a page for a browser; its sources are in the folder {@code page} of this module. */
@NullMarked
package dev.daybook.explorer;

import org.jspecify.annotations.NullMarked;
