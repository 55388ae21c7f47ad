/** What goes to the model: sections packed into a token budget. */
@NullMarked
package dev.daybook.context;

import org.jspecify.annotations.NullMarked;
