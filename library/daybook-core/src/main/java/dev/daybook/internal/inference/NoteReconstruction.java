package dev.daybook.internal.inference;

import java.util.List;

/**
 * Memories merged from existing and new ones.
 *
 * @param memories as written by the model: neither stripped nor deduplicated
 * @param complete the model's claim that nothing was left out. A hint at most: small models make it while they drop
 *     half of the input
 */
public record NoteReconstruction(List<String> memories, boolean complete) {

    public NoteReconstruction {
        memories = List.copyOf(memories);
    }
}
