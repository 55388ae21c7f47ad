/** The routes, without a server. */
@NullMarked
package dev.daybook.server.http.routes;

import org.jspecify.annotations.NullMarked;
