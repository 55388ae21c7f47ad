package dev.daybook.outcome;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The state of the background work of this process. It is cheap to read: the store is not asked.
 *
 * @param vectors the backlog of entries without vectors
 * @param derivations the backlog of derivations
 * @param storeBytes the size of the store's files in bytes; null if the store has no files of its own
 * @param failure the cause of the embedder's latest failure, with the remedy: until the embedder works, only keyword
 *     search is available; null if the embedder works, was not called yet, or there is none
 * @param modelFailure the failure of the language model since its last answer; null if it answers, was not called yet, or
 *     there is none
 * @param paused why retention periods that are over are not applied, with the remedy: the clock is too far after the last
 *     time that is known to be right; null if they are applied, or if none is over
 */
public record BacklogStatus(
        Backlog vectors,
        Backlog derivations,
        @Nullable Long storeBytes,
        @Nullable String failure,
        @Nullable ModelFailure modelFailure,
        @Nullable String paused) {

    /** Returns the size of the store's files in bytes; empty if the store has no files of its own. */
    public OptionalLong storeSize() {
        return storeBytes == null ? OptionalLong.empty() : OptionalLong.of(storeBytes);
    }

    /**
     * Returns the cause of the embedder's failure, with the remedy; empty if it works, was not called yet, or there is
     * none.
     */
    public Optional<String> embedderFailure() {
        return Optional.ofNullable(failure);
    }

    /** Returns the failure of the language model since its last answer; empty if it answers, or was not called yet. */
    public Optional<ModelFailure> derivationFailure() {
        return Optional.ofNullable(modelFailure);
    }

    /** Returns why retention periods that are over are not applied, with the remedy; empty if they are, or if none is over. */
    public Optional<String> retentionPause() {
        return Optional.ofNullable(paused);
    }

    /**
     * A language model that fails. Derived entries come without a model, or wait, until it answers.
     *
     * @param since the time of the first failure after an answer
     * @param cause the cause, with the status of the model's server if it gave one; without a stored text
     */
    public record ModelFailure(Instant since, String cause) {

        /** Returns the state in words, such as {@code failing since 2026-05-08T13:56:00Z}. */
        public String state() {
            return "failing since " + since.truncatedTo(ChronoUnit.SECONDS);
        }
    }

    /**
     * The backlog of one kind of work.
     *
     * @param scopes the number of scopes with unprocessed entries
     * @param oldest the time for which the oldest of these scopes has waited; zero if there is none
     * @param failed for vectors, the entries that could not be embedded; for derivations, the scopes with a failed
     *     attempt. Both are retried from time to time
     */
    public record Backlog(long scopes, Duration oldest, long failed) {

        public static final Backlog NONE = new Backlog(0, Duration.ZERO, 0);
    }
}
