/** The root command: the options of every command, and the memory that they open. */
@NullMarked
package dev.daybook.server.cli.options;

import org.jspecify.annotations.NullMarked;
