package dev.daybook.consolidate;

import dev.daybook.ask.Limits;
import dev.daybook.extract.WordGrounding;
import dev.daybook.spi.Grounding;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.Prompts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * With what, and how patiently, things are derived.
 *
 * @param model null: without a language model
 * @param timeout how long one call of the model may take
 * @param maxTokens how long an answer may be
 * @param retryAfter what to wait for after a first failure, twice as long after each more; zero: nothing
 * @param background whether what is due is done behind the writes; else only when it is asked for
 */
public record ModelOptions(
        @Nullable LanguageModel model,
        Prompts prompts,
        Grounding grounding,
        Duration timeout,
        int maxTokens,
        Duration retryAfter,
        boolean background) {

    /** A minute, as a server that was restarted needs; then it doubles. */
    private static final Duration RETRY_AFTER = Duration.ofMinutes(1);

    /** A small local model writes forty tokens a second, and nobody waits for a derivation. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    public static final ModelOptions DEFAULTS = new ModelOptions(
            null, Prompts.standard(), new WordGrounding(), TIMEOUT, Limits.DEFAULTS.maxTokens(), RETRY_AFTER, true);

    public ModelOptions {
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("timeout is " + timeout + "; give a positive duration");
        }
        if (maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens is " + maxTokens + "; give 1 or more");
        }
        if (retryAfter.isNegative()) {
            throw new IllegalArgumentException("retryAfter is " + retryAfter + "; give a duration, or zero");
        }
    }

    public ModelOptions model(LanguageModel model) {
        return new ModelOptions(model, prompts, grounding, timeout, maxTokens, retryAfter, background);
    }

    public ModelOptions prompts(Prompts prompts) {
        return new ModelOptions(model, prompts, grounding, timeout, maxTokens, retryAfter, background);
    }

    public ModelOptions grounding(Grounding grounding) {
        return new ModelOptions(model, prompts, grounding, timeout, maxTokens, retryAfter, background);
    }

    public ModelOptions timeout(Duration timeout) {
        return new ModelOptions(model, prompts, grounding, timeout, maxTokens, retryAfter, background);
    }

    public ModelOptions maxTokens(int maxTokens) {
        return new ModelOptions(model, prompts, grounding, timeout, maxTokens, retryAfter, background);
    }

    public ModelOptions retryAfter(Duration retryAfter) {
        return new ModelOptions(model, prompts, grounding, timeout, maxTokens, retryAfter, background);
    }

    public ModelOptions background(boolean background) {
        return new ModelOptions(model, prompts, grounding, timeout, maxTokens, retryAfter, background);
    }
}
