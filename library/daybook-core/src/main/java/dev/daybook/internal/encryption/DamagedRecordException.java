package dev.daybook.internal.encryption;

import dev.daybook.store.EntryKey;
import org.jspecify.annotations.Nullable;

/** A record that the key of the store did not seal for its place: it was edited, moved or cut. The message has no content. */
final class DamagedRecordException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable EntryKey key;

    DamagedRecordException(String what, @Nullable EntryKey key) {
        super(what);
        this.key = key;
    }

    /** Returns the entry; null if the record is of none. */
    @Nullable
    EntryKey key() {
        return key;
    }
}
