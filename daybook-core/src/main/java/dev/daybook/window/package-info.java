/**
 * The chats of the adapters of frameworks. The window of a session, which of its turns a chat memory shows, is recorded
 * in the log itself, because such chat memories save a whole list each time ({@link dev.daybook.window.LoggedWindow}).
 * {@link dev.daybook.window.ExchangeWriter} writes one exchange as one episode,
 * {@link dev.daybook.window.StorableText} and {@link dev.daybook.window.MemoryTrouble} let a chat go on whatever its
 * texts are.
 */
@NullMarked
package dev.daybook.window;

import org.jspecify.annotations.NullMarked;
