package dev.daybook.data;

import java.util.Set;

/**
 * How far a rebuild has come, or what it came to.
 *
 * @param scopes how many scopes it has begun
 * @param entries how many entries it has looked at
 * @param words how many of these got other words for the index than they had, or had none
 * @param vectors how many got other vectors of the embedder than they had, or had none
 * @param failed how many could not be read or embedded, and are as they were
 * @param kept the embedders that are not here and have left vectors, which were kept
 * @param complete whether the embedder, if there is one, answered to the end; else the vectors that it did not make are as
 *     they were
 */
public record RebuildProgress(
        long scopes, long entries, long words, long vectors, long failed, Set<String> kept, boolean complete) {

    public RebuildProgress {
        kept = Set.copyOf(kept);
    }
}
