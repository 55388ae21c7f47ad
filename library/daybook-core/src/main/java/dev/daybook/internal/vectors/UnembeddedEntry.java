package dev.daybook.internal.vectors;

import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;

/**
 * An entry without vectors of the present embedder.
 *
 * @param revision the revision of its row
 * @param elsewhere whether it has vectors of another embedder, so that a supplied vector belongs to that one
 */
record UnembeddedEntry(EntryKey key, long revision, long contentRevision, boolean elsewhere) {

    static UnembeddedEntry of(IndexRow row) {
        boolean elsewhere = row.sidecars().keySet().stream().anyMatch(VectorCodec::isVectors);
        return new UnembeddedEntry(row.key(), row.revision(), row.contentRevision(), elsewhere);
    }
}
