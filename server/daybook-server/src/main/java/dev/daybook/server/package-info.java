/** The process. {@link dev.daybook.server.Main} is where it starts. */
@NullMarked
package dev.daybook.server;

import org.jspecify.annotations.NullMarked;
