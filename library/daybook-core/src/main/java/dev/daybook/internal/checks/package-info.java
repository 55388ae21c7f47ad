/** The checks of arguments that the embedded and the remote implementation of the interfaces share. */
@NullMarked
package dev.daybook.internal.checks;

import org.jspecify.annotations.NullMarked;
