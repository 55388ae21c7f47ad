package dev.daybook.ask;

import java.util.List;

/**
 * Memories made of earlier ones and new ones.
 *
 * @param memories as the model wrote them: neither stripped nor freed of repetitions
 * @param complete whether the model says that nothing was left out. Advice at most: small models say so while they
 *     drop half of it
 */
public record Reconstruction(List<String> memories, boolean complete) {

    public Reconstruction {
        memories = List.copyOf(memories);
    }
}
