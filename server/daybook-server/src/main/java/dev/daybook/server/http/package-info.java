/** The REST interface: routes, authentication, admission control and answers. The library ranks, scopes and stores. */
@NullMarked
package dev.daybook.server.http;

import org.jspecify.annotations.NullMarked;
