/**
 * The exceptions of the API.
 *
 * <p>Every call of the API, in this process and over a connection, throws one of two families of exceptions, and changes
 * nothing then unless it says so:
 *
 * <ul>
 *   <li>{@link java.lang.IllegalArgumentException}: the call is at fault, and a retry does not help. Usually the program
 *       made a mistake. Two subtypes are no mistakes: {@link dev.daybook.error.RefusedTextException}, a text that the
 *       memory does not accept, with {@link dev.daybook.error.ForgottenTextException}; and
 *       {@link dev.daybook.error.GoneException}, a reference to what was erased.
 *   <li>{@link dev.daybook.error.DaybookException}: the world is at fault: a store, a model, an embedder, another writer.
 *       {@link dev.daybook.error.DaybookException#retryable} says whether a retry can help.
 * </ul>
 *
 * <p>Over a connection a key without the right for a call is a {@link java.lang.SecurityException}. A write that meets
 * another one under the same id may be a {@link dev.daybook.error.ConflictException}; read again, then repeat it.
 *
 * <p>Code that passes on the texts of others and must go on, such as an adapter of a chat framework, catches
 * {@code DaybookException}, {@code RefusedTextException} and the last two, and lets mistakes of the program pass.
 */
@NullMarked
package dev.daybook.error;

import org.jspecify.annotations.NullMarked;
