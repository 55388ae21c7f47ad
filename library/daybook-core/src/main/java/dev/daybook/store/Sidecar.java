package dev.daybook.store;

/**
 * Data derived from a version of an entry and stored beside it: {@code terms/en-1}, {@code vector/NAME}. Writing a
 * sidecar gives the entry a new revision, so that {@link Store#rows} returns it again, but no new version and no new
 * content revision.
 *
 * @param contentRevision the content revision that it was derived from; if the entry has another one now, or is erased,
 *     the sidecar is ignored
 */
public record Sidecar(EntryKey key, long contentRevision, String name, Blob bytes) {}
