package dev.daybook.server.importing.source;

import org.jspecify.annotations.Nullable;

/**
 * A source is damaged, changes while it is read, or does not answer. Imported entries are kept; a repeated import
 * continues.
 */
public final class UnreadableSourceException extends RuntimeException {
    public UnreadableSourceException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
