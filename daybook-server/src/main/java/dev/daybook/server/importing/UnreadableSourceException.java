package dev.daybook.server.importing;

import org.jspecify.annotations.Nullable;

/** A source is damaged, changes while it is read, or does not answer. What was written stays; importing again goes on. */
public final class UnreadableSourceException extends RuntimeException {
    UnreadableSourceException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
