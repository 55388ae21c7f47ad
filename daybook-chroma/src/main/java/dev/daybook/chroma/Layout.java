package dev.daybook.chroma;

import dev.daybook.spi.Embedder;
import java.time.Clock;
import java.time.Duration;

/**
 * How a store is laid out.
 *
 * @param episodes the collection of the episodes
 * @param facts the collection of the facts
 * @param embedder whose vectors the rows of a collection get that has none yet
 * @param look how often to look for what other programs wrote
 * @param resident of how many entries of a space it is held in memory where they stand
 */
record Layout(String episodes, String facts, Embedder embedder, Duration look, long resident, Clock clock) {

    String name(Shelf shelf) {
        return switch (shelf) {
            case EPISODES -> episodes;
            case FACTS -> facts;
            case SIDE -> side();
        };
    }

    /** Of its own for each episodes' collection, so that two stores may share a database. */
    private String side() {
        return "daybook-" + episodes + "-side";
    }

    /** What the collections begin with that say who owns the store. */
    String owners() {
        return "daybook-" + episodes + "-owner-";
    }
}
