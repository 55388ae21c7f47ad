package dev.daybook.internal.expiry;

import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import java.util.List;
import java.util.function.Supplier;

/** A write under the ids of entries that have ended and are still stored. Erase them, then repeat the write. */
public final class EndedEntryException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient List<EntryKey> keys;

    public EndedEntryException(List<EntryKey> keys) {
        super("an entry under an id of the write has ended and is not erased yet; write again, or use another id");
        this.keys = List.copyOf(keys);
    }

    /** Returns the ended entries. */
    public List<EntryKey> keys() {
        return keys;
    }

    /** Erases ended entries of a scope, with all that is derived from them. */
    public interface Erasure {

        /** Erases those of the entries that have ended. Call it without the lock of the scope, or with all its locks. */
        void erase(Scope scope, List<EntryKey> keys);

        /** Runs a write, and again after the erasure of the ended entries that it replaces. */
        default <T> T replaced(Scope scope, Supplier<T> write) {
            try {
                return write.get();
            } catch (EndedEntryException stored) {
                erase(scope, stored.keys());
                return write.get();
            }
        }
    }
}
