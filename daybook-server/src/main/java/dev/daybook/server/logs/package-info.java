/** What a server says of itself while it runs: one JSON object a line, without anything that was sent to it. */
@NullMarked
package dev.daybook.server.logs;

import org.jspecify.annotations.NullMarked;
