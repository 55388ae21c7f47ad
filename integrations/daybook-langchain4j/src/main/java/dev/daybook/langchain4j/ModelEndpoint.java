package dev.daybook.langchain4j;

import dev.daybook.internal.checks.HeaderKey;
import dev.daybook.internal.inference.ParameterNegotiation;
import dev.daybook.spi.LanguageModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The address of a model, with its protocol and credentials.
 *
 * @param protocol the protocol of the server
 * @param baseUrl an http or https address. For OpenAI's protocol the part before {@code /chat/completions}, which
 *     usually ends in {@code /v1}
 * @param model the name of the model on the server
 * @param apiKey the key, or null if none is needed; never part of {@link #toString()}
 * @param timeout the timeout of a call in the client; not less than the timeout of the library, which would otherwise
 *     never take effect
 */
public record ModelEndpoint(
        Protocol protocol,
        URI baseUrl,
        String model,
        @Nullable String apiKey,
        Duration timeout) {

    /** Equal to the default of the library. */
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(2);

    /** All models of OpenAI take {@code max_completion_tokens}, and the newer ones reject {@code max_tokens}. */
    private static final String OPENAI_HOST = "api.openai.com";

    /** The protocol of a server. */
    public enum Protocol {
        /** {@code POST /chat/completions}, as OpenAI, vLLM, llama.cpp, LM Studio and many more. */
        OPENAI("langchain4j-open-ai"),
        /** {@code POST /api/chat}, as Ollama. */
        OLLAMA("langchain4j-ollama");

        private final String artifact;

        Protocol(String artifact) {
            this.artifact = artifact;
        }
    }

    /**
     * @throws IllegalArgumentException if the address is not http or https or has a query or a fragment, the model is
     *     blank, the timeout not positive, or the key has a character other than printable ASCII
     */
    public ModelEndpoint {
        Objects.requireNonNull(protocol, "protocol");
        String scheme = baseUrl.getScheme();
        if (baseUrl.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
            throw new IllegalArgumentException(
                    "baseUrl has no http or https address; give one like http://localhost:8080/v1");
        }
        if (baseUrl.getRawQuery() != null || baseUrl.getRawFragment() != null) {
            // Without the address: a query may hold a key.
            throw new IllegalArgumentException(
                    "baseUrl has a query or a fragment, behind which the path of a call would stand; give the address"
                            + " without it, of Azure the one that ends in /openai/v1");
        }
        if (model.isBlank()) {
            throw new IllegalArgumentException("model is blank; give the name the server knows it by");
        }
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("timeout is " + timeout + "; give a positive duration");
        }
        HeaderKey.check("apiKey", apiKey);
    }

    /** Creates the endpoint of a server with OpenAI's protocol, without a key and with a timeout of two minutes. */
    public static ModelEndpoint openAi(URI baseUrl, String model) {
        return new ModelEndpoint(Protocol.OPENAI, baseUrl, model, null, DEFAULT_TIMEOUT);
    }

    /** Creates the endpoint of an Ollama server with a timeout of two minutes. */
    public static ModelEndpoint ollama(URI baseUrl, String model) {
        return new ModelEndpoint(Protocol.OLLAMA, baseUrl, model, null, DEFAULT_TIMEOUT);
    }

    public ModelEndpoint withApiKey(String apiKey) {
        return new ModelEndpoint(protocol, baseUrl, model, apiKey, timeout);
    }

    public ModelEndpoint withTimeout(Duration timeout) {
        return new ModelEndpoint(protocol, baseUrl, model, apiKey, timeout);
    }

    /**
     * Returns the model under its name on the server, without calling it.
     *
     * @throws IllegalStateException if the client of the protocol is not on the class path; the message names the
     *     artifact to add
     */
    public LanguageModel languageModel() {
        boolean isOpenAi = protocol == Protocol.OPENAI && OPENAI_HOST.equals(baseUrl.getHost());
        return isOpenAi
                ? new LangChain4jModel(model, chatModel(), ParameterNegotiation.withCompletionTokens())
                : LangChain4jModel.of(model, chatModel());
    }

    /**
     * Returns the model for LangChain4j, with the timeout and without retries.
     *
     * @throws IllegalStateException if the client of the protocol is not on the class path; the message names the
     *     artifact to add
     */
    public ChatModel chatModel() {
        try {
            return switch (protocol) {
                case OPENAI -> openAiModel();
                case OLLAMA -> ollamaModel();
            };
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "there is no client for the protocol " + protocol + "; add the dependency dev.langchain4j:"
                            + protocol.artifact,
                    e);
        }
    }

    /** Leaves out the key, so that the text is safe to log. */
    @Override
    public String toString() {
        return "ModelEndpoint[" + protocol + " " + baseUrl.getHost() + " " + model + "]";
    }

    private ChatModel openAiModel() {
        // Not "strict", which rejects every schema with bounds, and a small model needs the bounds.
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
