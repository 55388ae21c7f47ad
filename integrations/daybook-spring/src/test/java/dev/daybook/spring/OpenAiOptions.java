package dev.daybook.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.DefaultChatOptionsBuilder;

/** The options of OpenAI's protocol, with both names of the limit, as those of Spring AI's OpenAI model. */
public record OpenAiOptions(
        @Nullable String model,
        @Nullable Integer maxTokens,
        @Nullable Integer maxCompletionTokens,
        @Nullable Double temperature)
        implements ChatOptions {

    @Override
    public @Nullable String getModel() {
        return model;
    }

    @Override
    public @Nullable Integer getMaxTokens() {
        return maxTokens;
    }

    @Override
    public @Nullable Double getTemperature() {
        return temperature;
    }

    @Override
    public @Nullable Double getFrequencyPenalty() {
        return null;
    }

    @Override
    public @Nullable Double getPresencePenalty() {
        return null;
    }

    @Override
    public @Nullable List<String> getStopSequences() {
        return null;
    }

    @Override
    public @Nullable Integer getTopK() {
        return null;
    }

    @Override
    public @Nullable Double getTopP() {
        return null;
    }

    @Override
    public Builder mutate() {
        return new Builder()
                .model(model)
                .maxTokens(maxTokens)
                .temperature(temperature)
                .maxCompletionTokens(maxCompletionTokens);
    }

    /** Has the option that the common builder lacks. */
    public static final class Builder extends DefaultChatOptionsBuilder<Builder> {

        private @Nullable Integer completionTokens;

        /** Sets the limit by its new name. */
        public Builder maxCompletionTokens(@Nullable Integer tokens) {
            completionTokens = tokens;
            return this;
        }

        @Override
        public OpenAiOptions build() {
            return new OpenAiOptions(model, maxTokens, completionTokens, temperature);
        }
    }
}
