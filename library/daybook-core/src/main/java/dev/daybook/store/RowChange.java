package dev.daybook.store;

import org.jspecify.annotations.Nullable;

/** A change of one row, computed by {@link BatchPlan}. A store writes it in its own layout. */
public sealed interface RowChange {

    /**
     * Removes every version of an entry, its index row and its sidecars.
     *
     * @param before the previous numbers of the entry
     */
    record Removal(EntryKey key, EntryNumbers before) implements RowChange {}

    /**
     * Writes a version of an entry and replaces its index row, with exactly the sidecars of the put. The replaced
     * version, if any, moves to the history.
     *
     * @param put the version
     * @param before the numbers of the replaced version; null for a new entry
     * @param numbers the new numbers of the entry
     */
    record Version(EntryPut put, @Nullable EntryNumbers before, EntryNumbers numbers) implements RowChange {

        public EntryKey key() {
            return put.key();
        }

        /** Returns the version as {@link Store#get} returns it. */
        public StoredEntry stored() {
            return new StoredEntry(
                    put.key(),
                    numbers.position(),
                    numbers.contentRevision(),
                    put.session(),
                    put.time(),
                    put.recorded(),
                    put.status(),
                    put.body());
        }
    }

    /**
     * Adds a sidecar to the current version of an entry, or replaces the sidecar of the same name, and moves the index
     * row to a new revision.
     *
     * @param sidecar the sidecar
     * @param before the previous numbers of the entry, with the present revision of its index row
     * @param numbers the same with the new revision
     */
    record Addition(Sidecar sidecar, EntryNumbers before, EntryNumbers numbers) implements RowChange {

        public EntryKey key() {
            return sidecar.key();
        }
    }

    /**
     * Writes a state, or removes it.
     *
     * @param state the state with its new version; null to remove the state of this name, if present
     */
    record Value(String name, @Nullable ScopeState state) implements RowChange {}
}
