/** The terminal of a command: its streams, its exit codes and the text that a person reads. */
@NullMarked
package dev.daybook.server.cli.terminal;

import org.jspecify.annotations.NullMarked;
