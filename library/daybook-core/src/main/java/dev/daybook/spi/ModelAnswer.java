package dev.daybook.spi;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a model.
 *
 * @param text the raw text; may be empty
 * @param tokens the tokens of prompt and answer together, 0 or more; null if unknown, then estimated
 * @param inputTokens the tokens of the prompt among them; null if unknown
 * @param complete false if the model was cut off, by its token limit or a filter; such an answer is never used
 */
public record ModelAnswer(
        String text, @Nullable Long tokens, @Nullable Long inputTokens, boolean complete) {

    /** @throws IllegalArgumentException if tokens is negative, or inputTokens is not within tokens */
    public ModelAnswer {
        Objects.requireNonNull(text, "text");
        if (tokens != null && tokens < 0) {
            throw new IllegalArgumentException("tokens is " + tokens + "; give 0 or more, or null if not known");
        }
        if (inputTokens != null && (inputTokens < 0 || tokens == null || inputTokens > tokens)) {
            throw new IllegalArgumentException("inputTokens is " + inputTokens + " of " + tokens
                    + " tokens; give a part of tokens, or null if not known");
        }
    }

    /** Creates an answer of which the tokens of the prompt are not known. */
    public ModelAnswer(String text, @Nullable Long tokens, boolean complete) {
        this(text, tokens, null, complete);
    }

    /** Creates an answer with the counts that a server reports; a count that cannot be right is unknown. */
    public static ModelAnswer counted(
            String text, @Nullable Integer tokens, @Nullable Integer inputTokens, boolean complete) {
        Long all = tokens == null || tokens <= 0 ? null : tokens.longValue();
        return all == null || inputTokens == null || inputTokens < 0 || inputTokens > all
                ? new ModelAnswer(text, all, complete)
                : new ModelAnswer(text, all, inputTokens.longValue(), complete);
    }

    /** Creates a complete answer of unknown cost. */
    public static ModelAnswer of(String text) {
        return new ModelAnswer(text, null, true);
    }
}
