/** JSON and interchange, with friendly and with hostile input. */
@NullMarked
package dev.daybook.server.json;

import org.jspecify.annotations.NullMarked;
