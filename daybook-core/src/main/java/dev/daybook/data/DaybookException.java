package dev.daybook.data;

import org.jspecify.annotations.Nullable;

/**
 * The world failed, not the caller. (A caller's mistake is an {@link IllegalArgumentException} and changes nothing.)
 * After one of these nothing has been changed that was not acknowledged, unless it is a {@link StoreException} that says
 * its outcome is unknown.
 */
public abstract sealed class DaybookException extends RuntimeException
        permits StoreException, StoreInUseException, StaleVersionException, ModelException, EmbedderException {

    private final boolean retryable;

    DaybookException(String message, @Nullable Throwable cause, boolean retryable) {
        super(message, cause);
        this.retryable = retryable;
    }

    /** Whether the same call may succeed later without anybody doing anything about it. */
    public boolean retryable() {
        return retryable;
    }
}
