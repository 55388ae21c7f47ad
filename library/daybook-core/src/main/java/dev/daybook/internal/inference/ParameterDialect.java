package dev.daybook.internal.inference;

import dev.daybook.internal.text.LetterCase;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The parameters that a model accepts: servers of one protocol differ in them, and refuse a request with the others.
 *
 * @param completionTokens whether the limit of an answer is {@code max_completion_tokens} instead of {@code max_tokens}
 * @param ownTemperature whether the model has the only temperature that it accepts
 */
public record ParameterDialect(boolean completionTokens, boolean ownTemperature) {

    /** OpenAI's reasoning models, also behind a gateway: {@code o3-mini}, {@code openai/gpt-5-mini}. */
    private static final Pattern REASONING = Pattern.compile("(?:o[1-9]|gpt-[5-9])(?=[-.]|\\z)");

    /** Returns the parameters that a model of this name accepts, as far as the name tells. */
    static ParameterDialect of(String model) {
        return new ParameterDialect(
                REASONING.matcher(model.substring(model.lastIndexOf('/') + 1)).lookingAt(), false);
    }

    /** Returns the parameters to try after a refusal; empty if it names none of them. */
    Optional<ParameterDialect> after(String refusal) {
        String named = LetterCase.lower(refusal);
        if (named.contains("max_tokens") || named.contains("max_completion_tokens")) {
            return Optional.of(new ParameterDialect(!completionTokens, ownTemperature));
        }
        return named.contains("temperature") && !ownTemperature
                ? Optional.of(new ParameterDialect(completionTokens, true))
                : Optional.empty();
    }
}
