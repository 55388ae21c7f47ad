/** Failures in one shape for the command line and for HTTP (problem details). */
@NullMarked
package dev.daybook.server.problem;

import org.jspecify.annotations.NullMarked;
