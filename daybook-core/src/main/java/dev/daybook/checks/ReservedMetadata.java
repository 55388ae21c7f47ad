package dev.daybook.checks;

import dev.daybook.data.NewEpisode;

/** Rejects metadata names that are reserved for the library. */
public final class ReservedMetadata {

    private ReservedMetadata() {}

    /**
     * Rejects an episode with a reserved metadata name.
     *
     * @throws IllegalArgumentException if a metadata name begins with {@link NewEpisode#RESERVED}
     */
    public static void check(NewEpisode episode) {
        for (String name : episode.metadata().keySet()) {
            if (name.startsWith(NewEpisode.RESERVED)) {
                throw new IllegalArgumentException("metadata name '" + name + "' begins with '" + NewEpisode.RESERVED
                        + "', which is reserved for the library; use another name");
            }
        }
    }
}
