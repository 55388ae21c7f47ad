/** Overload control, without a server. */
@NullMarked
package dev.daybook.server.admission;

import org.jspecify.annotations.NullMarked;
