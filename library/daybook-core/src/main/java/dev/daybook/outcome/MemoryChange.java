package dev.daybook.outcome;

import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of one scope, as {@link dev.daybook.Archive#changes} reports it. The change of an erasure has no content and
 * no id: its {@link Erased#ids() hashes} are those of the written entries, so only who has read an entry knows which
 * one is gone.
 */
public sealed interface MemoryChange {

    /** Returns the cursor with which the next page begins after this change. */
    String cursor();

    /**
     * An entry in its present version, new or written again. A fact that was ended or replaced is one with the end of its
     * validity.
     *
     * @param idHash the keyed hash of the id that a later erasure of the entry names; empty if the scope has no key yet
     */
    record Written(String cursor, String idHash, Entry entry) implements MemoryChange {}

    /**
     * An entry that no list shows any more, although it is not erased: a removed block, derived work that was undone, a
     * repetition of a fact, an episode in quarantine.
     *
     * @param revision the revision at which it was hidden
     */
    record Hidden(String cursor, Kind kind, String id, long revision) implements MemoryChange {}

    /**
     * An erasure, or a quarantine, which takes entries from every list.
     *
     * @param operation the id of the operation in the audit log
     * @param action the kind of operation, as {@link AuditEntry#action()}
     * @param counts the number of erased entries by kind
     * @param everything whether the whole scope was erased
     * @param ids the keyed hashes of the erased ids, at most twenty; none for a whole scope
     */
    record Erased(
            String cursor,
            String operation,
            String action,
            OffsetDateTime at,
            Map<Kind, Long> counts,
            boolean everything,
            List<ErasedId> ids)
            implements MemoryChange {
        public Erased {
            counts = Map.copyOf(counts);
            ids = List.copyOf(ids);
        }

        /**
         * Returns whether the hashes name all erased entries. If not, read the changes from the beginning, and drop what does
         * not come again.
         */
        public boolean complete() {
            return everything
                    || counts.values().stream().mapToLong(Long::longValue).sum() == ids.size();
        }
    }

    /**
     * The keyed hash of an erased id.
     *
     * @param kind the kind of the entry; null: not recorded
     */
    record ErasedId(@Nullable Kind kind, String idHash) {}
}
