package dev.daybook.data;

import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * How to build a context.
 *
 * @param maxTokens the budget, counted by the daybook's token counter; zero or below: an empty context
 * @param asOf as the memory was then; null: now
 * @param keep whether it is stored, to be read again byte for byte until something in it is forgotten
 */
public record ContextOptions(int maxTokens, @Nullable OffsetDateTime asOf, boolean keep) {

    /** A tenth of the window of a small local model, and enough for nine tenths of the evidence of a long chat. */
    public static final int DEFAULT_MAX_TOKENS = 2_000;

    public ContextOptions {
        asOf = Require.optionalTime("asOf", asOf);
    }

    public static ContextOptions defaults() {
        return new ContextOptions(DEFAULT_MAX_TOKENS, null, false);
    }

    public ContextOptions maxTokens(int maxTokens) {
        return new ContextOptions(maxTokens, asOf, keep);
    }

    public ContextOptions asOf(@Nullable OffsetDateTime asOf) {
        return new ContextOptions(maxTokens, asOf, keep);
    }

    public ContextOptions keep(boolean keep) {
        return new ContextOptions(maxTokens, asOf, keep);
    }
}
