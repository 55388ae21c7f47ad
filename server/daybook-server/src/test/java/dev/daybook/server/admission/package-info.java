/** The server, called over real HTTP. */
@NullMarked
package dev.daybook.server.admission;

import org.jspecify.annotations.NullMarked;
