/** The REST interface of mem0. */
@NullMarked
package dev.daybook.server.mem0;

import org.jspecify.annotations.NullMarked;
