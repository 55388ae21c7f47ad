package dev.daybook.remember;

import dev.daybook.codec.VectorCodec;
import dev.daybook.spi.Key;
import dev.daybook.spi.Row;

/**
 * An entry without vectors of the present embedder.
 *
 * @param revision the revision of its row
 * @param elsewhere whether it has vectors of another embedder, so that a supplied vector belongs to that one
 */
record DueEntry(Key key, long revision, long contentRevision, boolean elsewhere) {

    static DueEntry of(Row row) {
        boolean elsewhere = row.sidecars().keySet().stream().anyMatch(VectorCodec::isVectors);
        return new DueEntry(row.key(), row.revision(), row.contentRevision(), elsewhere);
    }
}
