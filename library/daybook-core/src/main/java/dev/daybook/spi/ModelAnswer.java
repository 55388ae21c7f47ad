package dev.daybook.spi;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a model.
 *
 * @param text the raw text; may be empty
 * @param tokens the tokens of prompt and answer together, 0 or more; null if unknown, then estimated
 * @param complete false if the model was cut off, by its token limit or a filter; such an answer is never used
 */
public record ModelAnswer(String text, @Nullable Long tokens, boolean complete) {

    /** @throws IllegalArgumentException if tokens is negative */
    public ModelAnswer {
        Objects.requireNonNull(text, "text");
        if (tokens != null && tokens < 0) {
            throw new IllegalArgumentException("tokens is " + tokens + "; give 0 or more, or null if not known");
        }
    }

    /** Creates a complete answer of unknown cost. */
    public static ModelAnswer of(String text) {
        return new ModelAnswer(text, null, true);
    }
}
