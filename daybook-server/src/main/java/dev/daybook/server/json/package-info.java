/** JSON: a small reader and writer, the interchange lines, and the shapes of the answers. */
@NullMarked
package dev.daybook.server.json;

import org.jspecify.annotations.NullMarked;
