package dev.daybook.internal.options;

import dev.daybook.internal.grounding.WordGrounding;
import dev.daybook.internal.inference.ModelLimits;
import dev.daybook.query.DerivationStart;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.PromptTemplates;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the language model and of derivation.
 *
 * @param model null: no language model
 * @param grounding null: the check of this library
 * @param timeout the limit of one model call
 * @param maxTokens the limit of an answer
 * @param retryAfter the wait after a first failure, doubled after each further one; zero: no wait
 * @param extraction the windows in which the model reads messages for facts
 * @param background whether the backlog is derived behind the writes, or only on request
 * @param start whether the model derives from what is there at the opening
 */
public record ModelOptions(
        @Nullable LanguageModel model,
        PromptTemplates prompts,
        @Nullable GroundingPolicy grounding,
        Duration timeout,
        int maxTokens,
        Duration retryAfter,
        ExtractionOptions extraction,
        boolean background,
        DerivationStart start) {

    /** Enough for a server to restart; then it doubles. */
    private static final Duration RETRY_AFTER = Duration.ofMinutes(1);

    /** A small local model writes forty tokens a second, and no caller waits for a derivation. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    public static final ModelOptions DEFAULTS = new ModelOptions(
            null,
            PromptTemplates.standard(),
            null,
            TIMEOUT,
            ModelLimits.DEFAULTS.maxTokens(),
            RETRY_AFTER,
            ExtractionOptions.DEFAULTS,
            true,
            DerivationStart.BEGINNING);

    public ModelOptions {
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("timeout is " + timeout + "; give a positive duration");
        }
        if (maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens is " + maxTokens + "; give 1 or more");
        }
        if (retryAfter.isNegative()) {
            throw new IllegalArgumentException("retryAfter is " + retryAfter + "; give a positive duration or zero");
        }
    }

    public ModelOptions model(LanguageModel model) {
        return new ModelOptions(
                model, prompts, grounding, timeout, maxTokens, retryAfter, extraction, background, start);
    }

    public ModelOptions prompts(PromptTemplates promptTemplates) {
        return new ModelOptions(
                model, promptTemplates, grounding, timeout, maxTokens, retryAfter, extraction, background, start);
    }

    public ModelOptions grounding(GroundingPolicy grounding) {
        return new ModelOptions(
                model, prompts, grounding, timeout, maxTokens, retryAfter, extraction, background, start);
    }

    /** Returns the policy that checks model output; that of this library compares cosines, too, if there is an embedder. */
    public GroundingPolicy groundingWith(@Nullable Embedder embedder) {
        return grounding == null ? new WordGrounding(embedder) : grounding;
    }

    public ModelOptions timeout(Duration timeout) {
        return new ModelOptions(
                model, prompts, grounding, timeout, maxTokens, retryAfter, extraction, background, start);
    }

    public ModelOptions maxTokens(int maxTokens) {
        return new ModelOptions(
                model, prompts, grounding, timeout, maxTokens, retryAfter, extraction, background, start);
    }

    public ModelOptions retryAfter(Duration retryAfter) {
        return new ModelOptions(
                model, prompts, grounding, timeout, maxTokens, retryAfter, extraction, background, start);
    }

    public ModelOptions extraction(ExtractionOptions extraction) {
        return new ModelOptions(
                model, prompts, grounding, timeout, maxTokens, retryAfter, extraction, background, start);
    }

    public ModelOptions background(boolean background) {
        return new ModelOptions(
                model, prompts, grounding, timeout, maxTokens, retryAfter, extraction, background, start);
    }

    public ModelOptions start(DerivationStart start) {
        return new ModelOptions(
                model, prompts, grounding, timeout, maxTokens, retryAfter, extraction, background, start);
    }
}
