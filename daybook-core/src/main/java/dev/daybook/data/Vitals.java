package dev.daybook.data;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How the work behind the writes fares, in this process. Cheap to ask for: nothing is read from the store.
 *
 * @param vectors what waits for its vectors
 * @param derivations what waits to be looked at for derived work
 * @param storeSize how many bytes the files of the store have; empty if it keeps none of its own
 * @param embedderFailure why the embedder does not work, with the remedy, as far as its last calls tell: until it does, only
 *     words are searched; empty if it works, was not asked yet, or there is none
 */
public record Vitals(Backlog vectors, Backlog derivations, OptionalLong storeSize, Optional<String> embedderFailure) {

    /**
     * Work that is behind.
     *
     * @param scopes how many scopes have something written that was not looked at yet
     * @param oldest how long the first of them has waited; zero if there is none
     * @param failed of vectors, the entries that could not be embedded; of derivations, the scopes in which something
     *     failed. They are tried again now and then
     */
    public record Backlog(long scopes, Duration oldest, long failed) {

        public static final Backlog NONE = new Backlog(0, Duration.ZERO, 0);
    }
}
