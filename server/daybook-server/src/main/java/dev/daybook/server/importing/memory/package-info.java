/** The memories of other programs, one class for each. */
@NullMarked
package dev.daybook.server.importing.memory;

import org.jspecify.annotations.NullMarked;
