package dev.daybook.internal.remember;

import dev.daybook.outcome.Receipt;
import java.util.List;

/**
 * The result of a write of episodes. The new versions have the revisions from {@code after} + 1 to {@code upTo}; both
 * are 0 if every episode existed with the same content.
 *
 * @param receipts in the order of the call
 * @param after the revision before the first new version
 * @param upTo the revision of the last new version
 * @param embedded whether all new versions have vectors of the present embedder
 * @param marked whether the batch also stored {@code upTo} as the watermark of vectors; only if {@code embedded}
 */
public record WrittenEpisodes(List<Receipt> receipts, long after, long upTo, boolean embedded, boolean marked) {
    public WrittenEpisodes {
        receipts = List.copyOf(receipts);
    }
}
