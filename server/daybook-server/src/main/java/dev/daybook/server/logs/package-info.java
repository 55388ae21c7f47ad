/** The log of a server: one JSON object a line, without any text that a client sent. */
@NullMarked
package dev.daybook.server.logs;

import org.jspecify.annotations.NullMarked;
