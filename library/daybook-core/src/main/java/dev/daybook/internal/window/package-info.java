/**
 * The chats of the adapters of frameworks. The window of a session, which of its turns a chat memory shows, is recorded
 * in the log itself, because such chat memories save a whole list each time ({@link dev.daybook.internal.window.LoggedWindow}).
 * {@link dev.daybook.internal.window.ExchangeWriter} writes one exchange as one episode,
 * {@link dev.daybook.internal.window.StorableText} and {@link dev.daybook.internal.window.MemoryTrouble} let a chat go on whatever its
 * texts are.
 */
@NullMarked
package dev.daybook.internal.window;

import org.jspecify.annotations.NullMarked;
