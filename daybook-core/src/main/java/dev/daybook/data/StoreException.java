package dev.daybook.data;

import org.jspecify.annotations.Nullable;

/**
 * The store could not do it: the disk is full, the file is damaged or is no store, a flush failed.
 *
 * <p>After a failed flush (the message tells of reading or writing that failed; it is not {@link #retryable}) nobody can
 * know what the disk has: the write is not acknowledged and is not read in this process, but it may be there, whole,
 * after the next opening. Whoever repeats it then should give it the same id, which makes it the same write.
 */
public final class StoreException extends DaybookException {

    public StoreException(String message, @Nullable Throwable cause, boolean retryable) {
        super(message, cause, retryable);
    }

    public StoreException(String message) {
        this(message, null, false);
    }
}
