package dev.daybook.store;

import java.util.List;

/**
 * The result of a committed batch.
 *
 * @param revision the scope's last revision after the commit
 * @param placed the entries of the puts, in the order of the batch
 */
public record CommitResult(long revision, List<Placed> placed) {
    public CommitResult {
        placed = List.copyOf(placed);
    }

    /** The position of an entry and its content revision. */
    public record Placed(EntryKey key, long position, long revision) {}
}
