package dev.daybook.spi;

import java.util.List;

/**
 * What a write did.
 *
 * @param revision the scope's last revision after it
 * @param placed the entries that were put, in the order of the batch
 */
public record Commit(long revision, List<Placed> placed) {
    public Commit {
        placed = List.copyOf(placed);
    }

    /** Where an entry came to stand; the revision is that of its content. */
    public record Placed(Key key, long position, long revision) {}
}
