package dev.daybook.error;

import org.jspecify.annotations.Nullable;

/**
 * A failure of the environment, not of the caller. (An invalid argument is an {@link IllegalArgumentException} and
 * changes nothing.) Nothing unacknowledged was changed, unless it is a {@link StoreException} with an unknown outcome.
 */
public abstract sealed class DaybookException extends RuntimeException
        permits StoreException, StoreInUseException, StaleVersionException, ModelException, EmbedderException {

    private final boolean retryable;

    DaybookException(String message, @Nullable Throwable cause, boolean retryable) {
        super(message, cause);
        this.retryable = retryable;
    }

    /** Returns whether the same call may succeed later without a repair. */
    public boolean retryable() {
        return retryable;
    }
}
