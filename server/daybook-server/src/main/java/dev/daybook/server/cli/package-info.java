/** The command line: one class for each command, thin adapters of {@link dev.daybook.Memory}. */
@NullMarked
package dev.daybook.server.cli;

import org.jspecify.annotations.NullMarked;
