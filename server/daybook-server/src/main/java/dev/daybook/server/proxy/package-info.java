/**
 * The OpenAI-compatible proxy: {@link dev.daybook.server.proxy.ChatProxy} puts the context of a scope into the request of a
 * chat, passes it on to one upstream, passes the answer back as it arrives, and writes both sides as one exchange.
 * A {@link dev.daybook.server.proxy.ModelApi} tells the APIs apart. See {@code docs/proxy.md}.
 */
@NullMarked
package dev.daybook.server.proxy;

import org.jspecify.annotations.NullMarked;
