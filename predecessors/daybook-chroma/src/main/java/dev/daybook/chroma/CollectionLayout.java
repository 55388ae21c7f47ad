package dev.daybook.chroma;

import dev.daybook.spi.Embedder;
import java.time.Clock;
import java.time.Duration;

/**
 * The layout of a store.
 *
 * @param episodes the collection of episodes
 * @param facts the collection of facts
 * @param embedder the embedder for the rows of a new collection
 * @param look the interval of searching for foreign rows
 * @param resident the number of entries of a space whose index is held in memory
 */
record CollectionLayout(String episodes, String facts, Embedder embedder, Duration look, long resident, Clock clock) {

    String name(SpaceCollection spaceCollection) {
        return switch (spaceCollection) {
            case EPISODES -> episodes;
            case FACTS -> facts;
            case SIDE -> side();
        };
    }

    /** Derived from the episodes' collection, so that two stores can share a database. */
    private String side() {
        return "daybook-" + episodes + "-side";
    }

    /** Returns the prefix of the collections that record the owner. */
    String owners() {
        return "daybook-" + episodes + "-owner-";
    }
}
