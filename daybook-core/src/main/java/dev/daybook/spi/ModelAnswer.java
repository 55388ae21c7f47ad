package dev.daybook.spi;

import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a model answered.
 *
 * @param text the text as it came; may be empty
 * @param tokens how many tokens the call cost, prompt and answer together, 0 or more; null if not known, it is then
 *     estimated
 * @param complete false if the model was stopped before it had finished (its limit of tokens, a filter): half an answer
 *     is never used
 */
public record ModelAnswer(String text, @Nullable Long tokens, boolean complete) {

    /** @throws IllegalArgumentException if tokens is negative */
    public ModelAnswer {
        Objects.requireNonNull(text, "text");
        if (tokens != null && tokens < 0) {
            throw new IllegalArgumentException("tokens is " + tokens + "; give 0 or more, or null if not known");
        }
    }

    /** A finished answer of unknown cost. */
    public static ModelAnswer of(String text) {
        return new ModelAnswer(text, null, true);
    }

    /** The cost, if it is known. */
    public OptionalLong cost() {
        return tokens == null ? OptionalLong.empty() : OptionalLong.of(tokens);
    }
}
