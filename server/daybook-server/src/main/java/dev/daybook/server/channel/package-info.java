/** The local command channel: a command is forwarded to the running server of its folder, with its streams. */
@NullMarked
package dev.daybook.server.channel;

import org.jspecify.annotations.NullMarked;
