/** The HTTP door: routes, who may take them, and what they answer. Ranking, scopes and durability are the library's. */
@NullMarked
package dev.daybook.server.http;

import org.jspecify.annotations.NullMarked;
