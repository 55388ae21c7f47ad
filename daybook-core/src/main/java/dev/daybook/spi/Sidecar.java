package dev.daybook.spi;

/**
 * Something derived from a version of an entry, put beside it: {@code terms/en-1}, {@code vector/NAME}. It gives the
 * entry a new revision, so that {@link Store#rows} answers it again, but no new version and no new content revision.
 *
 * @param contentRevision the content it was derived from; if the entry has another by now, or is gone, the sidecar is
 *     left out and nothing fails
 */
public record Sidecar(Key key, long contentRevision, String name, Blob bytes) {}
