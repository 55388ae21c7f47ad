/** The command line: one class a command, each a thin line between the words of a person and {@link dev.daybook.Memory}. */
@NullMarked
package dev.daybook.server.cli;

import org.jspecify.annotations.NullMarked;
