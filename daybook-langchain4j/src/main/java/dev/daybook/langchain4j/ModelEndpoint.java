package dev.daybook.langchain4j;

import dev.daybook.spi.LanguageModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a model is, and how to speak to it.
 *
 * @param protocol what it speaks
 * @param baseUrl where it is, http or https. With OpenAI's protocol the part before {@code /chat/completions}, which
 *     mostly ends in {@code /v1}
 * @param model the name the server knows it by
 * @param apiKey the key, null if none is needed. It never stands in {@link #toString()}
 * @param timeout when a call is given up on this side; not less than the library's own, or that one comes too late
 */
public record ModelEndpoint(
        Protocol protocol,
        URI baseUrl,
        String model,
        @Nullable String apiKey,
        Duration timeout) {

    /** As long as the library waits. */
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(2);

    /** OpenAI's own newer models refuse {@code max_tokens}; other servers know nothing else. */
    private static final String OPENAI_HOST = "api.openai.com";

    /** What a server speaks. */
    public enum Protocol {
        /** {@code POST /chat/completions}, as OpenAI, vLLM, llama.cpp, LM Studio and many more. */
        OPENAI,
        /** {@code POST /api/chat}, as Ollama. */
        OLLAMA
    }

    /** @throws IllegalArgumentException if the address is not http or https, the model blank or the timeout not positive */
    public ModelEndpoint {
        Objects.requireNonNull(protocol, "protocol");
        String scheme = baseUrl.getScheme();
        if (baseUrl.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
            throw new IllegalArgumentException(
                    "baseUrl has no http or https address; give one like http://localhost:8080/v1");
        }
        if (model.isBlank()) {
            throw new IllegalArgumentException("model is blank; give the name the server knows it by");
        }
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("timeout is " + timeout + "; give a positive duration");
        }
    }

    /** A server that speaks like OpenAI, without a key, with two minutes for a call. */
    public static ModelEndpoint openAi(URI baseUrl, String model) {
        return new ModelEndpoint(Protocol.OPENAI, baseUrl, model, null, DEFAULT_TIMEOUT);
    }

    /** An Ollama server, with two minutes for a call. */
    public static ModelEndpoint ollama(URI baseUrl, String model) {
        return new ModelEndpoint(Protocol.OLLAMA, baseUrl, model, null, DEFAULT_TIMEOUT);
    }

    public ModelEndpoint withApiKey(String apiKey) {
        return new ModelEndpoint(protocol, baseUrl, model, apiKey, timeout);
    }

    public ModelEndpoint withTimeout(Duration timeout) {
        return new ModelEndpoint(protocol, baseUrl, model, apiKey, timeout);
    }

    /** The model, named as the server names it. Nothing is asked yet. */
    public LanguageModel languageModel() {
        boolean isOpenAi = protocol == Protocol.OPENAI && OPENAI_HOST.equals(baseUrl.getHost());
        return isOpenAi
                ? new LangChain4jModel(model, chatModel(), ModelEndpoint::completionTokens)
                : LangChain4jModel.of(model, chatModel());
    }

    /** The model as LangChain4j has it: with the timeout, and without a retry of its own. */
    public ChatModel chatModel() {
        return switch (protocol) {
            case OPENAI -> openAiModel();
            case OLLAMA -> ollamaModel();
        };
    }

    /** Never with the key, so that it can stand in a log. */
    @Override
    public String toString() {
        return "ModelEndpoint[" + protocol + " " + baseUrl.getHost() + " " + model + "]";
    }

    static ChatRequestParameters completionTokens(int maxTokens, ResponseFormat format) {
        return OpenAiChatRequestParameters.builder()
                .maxCompletionTokens(maxTokens)
                .responseFormat(format)
                .build();
    }

    private ChatModel openAiModel() {
        // Not "strict": that one refuses every schema with bounds, and bounds are what holds a small model.
        OpenAiChatModel.OpenAiChatModelBuilder builder = OpenAiChatModel.builder()
                .baseUrl(baseUrl.toString())
                .modelName(model)
                .strictJsonSchema(false)
                .timeout(timeout)
                .maxRetries(0);
        return (apiKey == null ? builder : builder.apiKey(apiKey)).build();
    }

    private ChatModel ollamaModel() {
        OllamaChatModel.OllamaChatModelBuilder builder = OllamaChatModel.builder();
        builder.baseUrl(baseUrl.toString()).modelName(model).timeout(timeout);
        if (apiKey != null) {
            builder.customHeaders(Map.of("Authorization", "Bearer " + apiKey));
        }
        return builder.maxRetries(0).build();
    }
}
