package dev.daybook.remember;

import dev.daybook.codec.VectorCodec;
import dev.daybook.spi.Key;
import dev.daybook.spi.Row;

/**
 * An entry that has no vectors of the embedder yet.
 *
 * @param revision where it stood in the rows
 * @param elsewhere whether it has vectors of another embedder: one that was supplied with it is of that one, then
 */
record DueEntry(Key key, long revision, long contentRevision, boolean elsewhere) {

    static DueEntry of(Row row) {
        boolean elsewhere = row.sidecars().keySet().stream().anyMatch(VectorCodec::isVectors);
        return new DueEntry(row.key(), row.revision(), row.contentRevision(), elsewhere);
    }
}
