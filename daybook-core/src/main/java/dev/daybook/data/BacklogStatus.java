package dev.daybook.data;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How the work behind the writes fares, in this process. Cheap to ask for: nothing is read from the store.
 *
 * @param vectors what waits for its vectors
 * @param derivations what waits to be looked at for derived work
 * @param storeBytes the size of the files of the store in bytes; null if it keeps none of its own
 * @param failure the reason for which the last calls of the embedder failed, with the remedy: until it works, only words are
 *     searched; null if it works, was not called yet, or there is none
 */
public record BacklogStatus(
        Backlog vectors,
        Backlog derivations,
        @Nullable Long storeBytes,
        @Nullable String failure) {

    /** Returns the size of the files of the store in bytes; empty if it keeps none of its own. */
    public OptionalLong storeSize() {
        return storeBytes == null ? OptionalLong.empty() : OptionalLong.of(storeBytes);
    }

    /** Returns the reason for which the embedder fails, with the remedy; empty if it works, was not called yet, or there is none. */
    public Optional<String> embedderFailure() {
        return Optional.ofNullable(failure);
    }

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
