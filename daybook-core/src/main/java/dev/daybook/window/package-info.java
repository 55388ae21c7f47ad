/**
 * The window of a session: which of its turns a chat memory shows, recorded in the log itself. For the adapters of
 * frameworks whose chat memories save a whole list each time.
 */
@NullMarked
package dev.daybook.window;

import org.jspecify.annotations.NullMarked;
