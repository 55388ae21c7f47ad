/** Scheduled background work of the process. */
@NullMarked
package dev.daybook.server.work;

import org.jspecify.annotations.NullMarked;
