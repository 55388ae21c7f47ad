package dev.daybook.outcome;

import java.util.Set;

/**
 * The progress of a rebuild, or its result.
 *
 * @param scopes the number of scopes begun
 * @param entries the number of entries examined
 * @param words the number of these entries with a new term record
 * @param vectors the number of these entries with new vectors of the embedder
 * @param failed the number of entries that could not be read or embedded, and are unchanged
 * @param kept the other embedders whose vectors are stored, which were kept
 * @param complete whether the embedder, if there is one, answered for all entries; if not, the missing vectors are
 *     unchanged
 */
public record RebuildProgress(
        long scopes, long entries, long words, long vectors, long failed, Set<String> kept, boolean complete) {

    public RebuildProgress {
        kept = Set.copyOf(kept);
    }
}
