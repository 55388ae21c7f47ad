package dev.daybook.store;

/**
 * The numbers that a store keeps of an entry, as {@link BatchPlan} needs them.
 *
 * @param position its position among the entries of its scope and kind, from 1
 * @param contentRevision the revision of its current version
 * @param revision the revision of its index row: that of its version, or of a sidecar written since
 */
public record EntryNumbers(long position, long contentRevision, long revision) {}
