/** The server, called over real HTTP. */
@NullMarked
package dev.daybook.server.http.routes;

import org.jspecify.annotations.NullMarked;
