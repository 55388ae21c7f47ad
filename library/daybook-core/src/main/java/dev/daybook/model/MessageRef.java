package dev.daybook.model;

import dev.daybook.internal.checks.NullChecks;

/**
 * A reference to one message.
 *
 * @param episode the episode that contains it
 * @param index its place in the episode, from 0
 */
public record MessageRef(EntryRef episode, int index) {
    public MessageRef {
        NullChecks.present("episode", episode);
        if (episode.kind() != Kind.EPISODE) {
            throw new IllegalArgumentException(
                    "episode is a " + episode.kind().label() + "; only an episode has messages");
        }
        if (index < 0) {
            throw new IllegalArgumentException("index is " + index + "; the first message has the index 0");
        }
    }
}
