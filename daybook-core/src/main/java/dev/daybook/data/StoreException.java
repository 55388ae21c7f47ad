package dev.daybook.data;

import org.jspecify.annotations.Nullable;

/** The store could not do it: the disk is full, the file is damaged or is no store, a flush failed. */
public final class StoreException extends DaybookException {

    public StoreException(String message, @Nullable Throwable cause, boolean retryable) {
        super(message, cause, retryable);
    }

    public StoreException(String message) {
        this(message, null, false);
    }
}
