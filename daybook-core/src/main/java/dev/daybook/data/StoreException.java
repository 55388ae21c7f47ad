package dev.daybook.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The store could not do it: the disk is full, the file is damaged or is no store, a flush failed. A store behind a network
 * may fail without telling whether the write happened: see {@link #outcomeUnknown()}.
 *
 * <p>After a failed flush of an embedded store (the message names the failed read or write; it is not {@link #retryable})
 * the outcome is unknown as well: the write is not acknowledged and is not read in this process, but it may be there,
 * whole, after the next opening. Repeat it with the same id, which makes it the same write.
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

    /** That a write may have happened, or may still happen at the next call. Not to be repeated as it stands. */
    public static StoreException unknownOutcome(String message, @Nullable Throwable cause) {
        return new StoreException(message, cause, false, true, List.of());
    }

    /** The same of a write whose entries have these ids: made before the first try, or given by the caller. */
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
     * Whether the write may have happened although this was thrown. Then look for {@link #ids()}, or repeat the write with
     * these ids: what is there already is not written again. A write without its id would be a second one.
     */
    public boolean outcomeUnknown() {
        return outcomeUnknown;
    }

    /** The ids of the entries of a write whose outcome is unknown, in their order; else none. */
    public List<String> ids() {
        return ids == null ? List.of() : ids;
    }
}
