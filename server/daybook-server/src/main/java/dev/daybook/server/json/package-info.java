/** JSON in and out: a small reader and writer, the fields of requests and the shapes of the answers. */
@NullMarked
package dev.daybook.server.json;

import org.jspecify.annotations.NullMarked;
