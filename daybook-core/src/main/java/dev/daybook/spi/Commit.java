package dev.daybook.spi;

import java.util.List;

/**
 * The result of a committed batch.
 *
 * @param revision the scope's last revision after the commit
 * @param placed the entries of the puts, in the order of the batch
 */
public record Commit(long revision, List<Placed> placed) {
    public Commit {
        placed = List.copyOf(placed);
    }

    /** The position of an entry and its content revision. */
    public record Placed(Key key, long position, long revision) {}
}
