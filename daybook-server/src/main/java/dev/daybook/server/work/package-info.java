/** What the process does by the clock, behind the calls. */
@NullMarked
package dev.daybook.server.work;

import org.jspecify.annotations.NullMarked;
