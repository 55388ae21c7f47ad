package dev.daybook.ask;

import java.util.Optional;
import java.util.function.Function;

/**
 * What came of asking. Which of the two it is, {@link #fold} tells.
 *
 * @param <T> what was asked for
 */
public sealed interface Answer<T> {

    /** How many times the model was asked, 1 or more. */
    int attempts();

    /** What all attempts cost together. */
    long tokens();

    <R> R fold(Function<Value<T>, R> value, Function<Failed<T>, R> failed);

    /** The value, if there is one. */
    default Optional<T> value() {
        return fold(found -> Optional.of(found.get()), failed -> Optional.empty());
    }

    /** It was answered. */
    record Value<T>(T get, int attempts, long tokens) implements Answer<T> {
        @Override
        public <R> R fold(Function<Value<T>, R> value, Function<Failed<T>, R> failed) {
            return value.apply(this);
        }
    }

    /**
     * No attempt brought a usable answer.
     *
     * @param reason what was wrong with the last one; holds nothing of what was asked or answered
     */
    record Failed<T>(String reason, int attempts, long tokens) implements Answer<T> {
        @Override
        public <R> R fold(Function<Value<T>, R> value, Function<Failed<T>, R> failed) {
            return failed.apply(this);
        }
    }
}
