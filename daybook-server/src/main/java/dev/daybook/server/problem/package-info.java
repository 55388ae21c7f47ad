/** What can go wrong, in one shape for the command line and for HTTP. */
@NullMarked
package dev.daybook.server.problem;

import org.jspecify.annotations.NullMarked;
