/** The server, called over real HTTP. */
@NullMarked
package dev.daybook.server.http;

import org.jspecify.annotations.NullMarked;
