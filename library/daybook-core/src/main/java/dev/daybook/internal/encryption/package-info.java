/**
 * Encryption of the records of a store on a server: a decorator, so that the database gets no text, no id and no name
 * (decision 164). Also the wrapped data key, which the store in a folder has too.
 */
@NullMarked
package dev.daybook.internal.encryption;

import org.jspecify.annotations.NullMarked;
