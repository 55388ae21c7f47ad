package dev.daybook.langchain4j;

import dev.daybook.internal.inference.ParameterDialect;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import org.jspecify.annotations.Nullable;

/** The parameters of a request, by the names that its model accepts. */
final class RequestParameters {

    /** The only temperature of a model without a choice; the one of the model's builder cannot be taken back. */
    private static final double OWN_TEMPERATURE = 1;

    /** By name, because the client of OpenAI's protocol is an optional dependency. */
    private static final String OPENAI = "dev.langchain4j.model.openai.OpenAiChatRequestParameters";

    private RequestParameters() {}

    /** Tests whether a model has the parameters of OpenAI's protocol, by its default ones. */
    static boolean isOpenAi(ChatRequestParameters defaults) {
        return defaults.getClass().getName().equals(OPENAI);
    }

    /**
     * Creates the parameters of a request.
     *
     * @param defaults those of the model, which decide by their type whether it knows {@code max_completion_tokens};
     *     another model that refuses a limit gets none
     */
    static ChatRequestParameters of(
            ChatRequestParameters defaults, ParameterDialect dialect, int maxTokens, ResponseFormat format) {
        Double temperature = dialect.ownTemperature() && defaults.temperature() != null ? OWN_TEMPERATURE : null;
        if (dialect.completionTokens() && isOpenAi(defaults)) {
            return OpenAi.completionTokens(maxTokens, format, temperature);
        }
        return ChatRequestParameters.builder()
                .maxOutputTokens(dialect.completionTokens() ? null : maxTokens)
                .responseFormat(format)
                .temperature(temperature)
                .build();
    }

    /** Loaded only if the client of OpenAI's protocol is there. */
    private static final class OpenAi {

        static DefaultChatRequestParameters completionTokens(
                int maxTokens, ResponseFormat format, @Nullable Double temperature) {
            return OpenAiChatRequestParameters.builder()
                    .maxCompletionTokens(maxTokens)
                    .responseFormat(format)
                    .temperature(temperature)
                    .build();
        }
    }
}
