package dev.daybook.error;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A failure of the store: the disk is full, the file is damaged or not a store, a flush failed. A store behind a
 * network may fail with an unknown outcome: see {@link #outcomeUnknown()}.
 *
 * <p>After a failed flush of an embedded store (the message names the failed read or write; it is not
 * {@link #retryable}) the outcome is unknown as well: the write is not acknowledged and not read in this process, but
 * may be present, as a whole, after the next opening. Repeat it with the same id, which makes it the same write.
 */
public final class StoreException extends DaybookException {

    private final boolean outcomeUnknown;
    private final transient List<String> ids;

    public StoreException(String message, @Nullable Throwable cause, boolean retryable) {
        this(message, cause, retryable, false, List.of());
    }

    public StoreException(String message) {
        this(message, null, false);
    }

    private StoreException(
            String message, @Nullable Throwable cause, boolean retryable, boolean outcomeUnknown, List<String> ids) {
        super(message, cause, retryable);
        this.outcomeUnknown = outcomeUnknown;
        this.ids = List.copyOf(ids);
    }

    /**
     * Creates the failure of a write that may have been stored, or may yet be stored at the next call. Do not simply
     * repeat the write.
     */
    public static StoreException unknownOutcome(String message, @Nullable Throwable cause) {
        return new StoreException(message, cause, false, true, List.of());
    }

    /**
     * Returns a copy with the ids of the write's entries, generated before the first attempt or given by the caller.
     */
    public StoreException of(List<String> ids) {
        return new StoreException(
                getMessage() + "; to repeat it, give the same id (" + String.join(", ", ids)
                        + "), with which it is the same write",
                getCause() == null ? this : getCause(),
                retryable(),
                outcomeUnknown,
                ids);
    }

    /**
     * Returns whether the write may have been stored. If so, look for {@link #ids()}, or repeat the write with these
     * ids: stored entries are not written again. A write without its id would be a second one.
     */
    public boolean outcomeUnknown() {
        return outcomeUnknown;
    }

    /** Returns the ids of the entries of a write with an unknown outcome, in order; otherwise none. */
    public List<String> ids() {
        return ids == null ? List.of() : ids;
    }
}
