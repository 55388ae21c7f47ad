/** The command line, run as a user runs it. */
@NullMarked
package dev.daybook.server.cli.administration;

import org.jspecify.annotations.NullMarked;
