package dev.daybook.store;

import org.jspecify.annotations.Nullable;

/** A change of one row, as {@link BatchPlan} orders it. A store writes it in its own layout. */
public sealed interface RowChange {

    /**
     * Removes every version of an entry, its index row and its sidecars.
     *
     * @param before the numbers that the entry had
     */
    record Removal(EntryKey key, EntryNumbers before) implements RowChange {}

    /**
     * Writes a version of an entry and makes its index row anew, with the sidecars of the put and no others. A version
     * that it replaces goes to the history.
     *
     * @param put the version
     * @param before the numbers of the version that it replaces; null for a new entry
     * @param numbers the numbers that the entry has from now on
     */
    record Version(EntryPut put, @Nullable EntryNumbers before, EntryNumbers numbers) implements RowChange {

        public EntryKey key() {
            return put.key();
        }

        /** The version as {@link Store#get} answers it. */
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
     * Adds a sidecar to the current version of an entry, or replaces the one of its name, and moves the index row to a
     * new revision.
     *
     * @param sidecar the sidecar
     * @param before the numbers that the entry had, with the revision at which its index row stands
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
     * @param state the state with its new version; null to remove the one of this name, if there is one
     */
    record Value(String name, @Nullable ScopeState state) implements RowChange {}
}
