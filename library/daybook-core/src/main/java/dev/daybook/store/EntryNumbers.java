package dev.daybook.store;

/**
 * The numbers of an entry that {@link BatchPlan} needs.
 *
 * @param position its position among the entries of its scope and kind, from 1
 * @param contentRevision the revision of its current version
 * @param revision the revision of its index row: of its current version, or of a later sidecar
 */
public record EntryNumbers(long position, long contentRevision, long revision) {}
