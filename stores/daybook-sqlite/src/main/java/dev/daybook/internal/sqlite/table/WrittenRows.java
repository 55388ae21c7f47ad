package dev.daybook.internal.sqlite.table;

import dev.daybook.store.Head;
import dev.daybook.store.RowChange;
import java.util.List;

/**
 * The entries of a batch with the numbers they were written with.
 *
 * @param before the revision of the scope before the batch
 * @param head the head of the scope after it
 * @param versions in order of revision
 * @param isComplete false if the batch changed other index rows too
 */
public record WrittenRows(long before, Head head, List<RowChange.Version> versions, boolean isComplete) {
    public WrittenRows {
        versions = List.copyOf(versions);
    }
}
