/** Failures, as programs see them. */
@NullMarked
package dev.daybook.server.problem;

import org.jspecify.annotations.NullMarked;
