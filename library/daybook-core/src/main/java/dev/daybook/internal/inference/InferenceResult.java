package dev.daybook.internal.inference;

import java.util.Optional;
import java.util.function.Function;

/**
 * The result of asking a model: a value or a failure, distinguished by {@link #fold}.
 *
 * @param <T> the type of the value
 */
public sealed interface InferenceResult<T> {

    /** Returns the number of attempts, at least 1. */
    int attempts();

    /** Returns the tokens of all attempts together. */
    long tokens();

    <R> R fold(Function<Value<T>, R> value, Function<Failed<T>, R> failed);

    /** Returns the value, or empty after a failure. */
    default Optional<T> value() {
        return fold(found -> Optional.of(found.get()), failed -> Optional.empty());
    }

    /** A usable answer. */
    record Value<T>(T get, int attempts, long tokens) implements InferenceResult<T> {
        @Override
        public <R> R fold(Function<Value<T>, R> value, Function<Failed<T>, R> failed) {
            return value.apply(this);
        }
    }

    /**
     * No attempt gave a usable answer.
     *
     * @param reason the error of the last attempt; never quotes the prompt or the answer
     */
    record Failed<T>(String reason, int attempts, long tokens) implements InferenceResult<T> {
        @Override
        public <R> R fold(Function<Value<T>, R> value, Function<Failed<T>, R> failed) {
            return failed.apply(this);
        }
    }
}
