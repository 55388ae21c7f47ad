/** The commands over the spaces, the store and the keys of a memory, for its operator. */
@NullMarked
package dev.daybook.server.cli.administration;

import org.jspecify.annotations.NullMarked;
