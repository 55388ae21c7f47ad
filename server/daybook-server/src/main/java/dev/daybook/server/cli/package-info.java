/**
 * The command line: {@link dev.daybook.server.cli.CommandRunner} runs a command here or in the server that holds the
 * folder; with the commands that serve, and those of this program itself.
 */
@NullMarked
package dev.daybook.server.cli;

import org.jspecify.annotations.NullMarked;
