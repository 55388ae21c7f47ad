package dev.daybook.langchain4j;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.internal.inference.ParameterDialect;
import dev.daybook.internal.inference.ParameterNegotiation;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adapts any {@code ChatModel} of LangChain4j. Daybook retries and backs off itself, so configure the model without
 * retries ({@code maxRetries(0)}) and with a {@code timeout}: an abandoned call still costs tokens. Finds out which
 * modes of JSON output the model accepts, and which parameters: {@code max_completion_tokens} or {@code max_tokens}, and
 * whether a temperature. As thread-safe as the model.
 */
public final class LangChain4jModel implements LanguageModel {

    private final String name;
    private final ChatModel model;
    private final ParameterNegotiation negotiation;

    LangChain4jModel(String name, ChatModel model, ParameterNegotiation negotiation) {
        this.name = name;
        this.model = model;
        this.negotiation = negotiation;
    }

    /**
     * Creates a language model.
     *
     * @param name its name in messages and in the origin of derived entries; not blank
     */
    public static LangChain4jModel of(String name, ChatModel model) {
        NameCheck.checked(name);
        ChatRequestParameters defaults = Objects.requireNonNull(model, "model").defaultRequestParameters();
        return new LangChain4jModel(
                name,
                model,
                ParameterNegotiation.of(RequestParameters.isOpenAi(defaults) ? defaults.modelName() : null));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String provider() {
        return switch (model.provider()) {
            case OPEN_AI -> "openai";
            case AZURE_OPEN_AI -> "azure.ai.openai";
            case AMAZON_BEDROCK -> "aws.bedrock";
            case GOOGLE_AI_GEMINI -> "gcp.gemini";
            case GOOGLE_VERTEX_AI_GEMINI -> "gcp.vertex_ai";
            case OTHER -> LanguageModel.super.provider();
            default -> model.provider().name().toLowerCase(Locale.ROOT);
        };
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        return negotiation.call(dialect -> answer(request, dialect));
    }

    private ModelAnswer answer(ModelRequest request, ParameterDialect dialect) {
        try {
            return answer(model.chat(ChatRequest.builder()
                    .messages(SystemMessage.from(request.system()), UserMessage.from(request.user()))
                    .parameters(RequestParameters.of(
                            model.defaultRequestParameters(), dialect, request.maxTokens(), format(request)))
                    .build()));
        } catch (ModelException e) {
            throw e;
        } catch (RuntimeException e) {
            throw ModelFailures.of(name, e);
        }
    }

    private static ResponseFormat format(ModelRequest request) {
        return switch (request.mode()) {
            case PROMPT -> ResponseFormat.TEXT;
            case JSON_OBJECT -> ResponseFormat.JSON;
            case JSON_SCHEMA -> schema(request.schema().orElseThrow());
        };
    }

    private static ResponseFormat schema(dev.daybook.spi.JsonSchema schema) {
        return ResponseFormat.builder()
                .type(ResponseFormatType.JSON)
                .jsonSchema(JsonSchema.builder()
                        .name(schema.name())
                        .rootElement(JsonRawSchema.from(schema.json()))
                        .build())
                .build();
    }

    private ModelAnswer answer(@Nullable ChatResponse response) {
        if (response == null || response.aiMessage() == null) {
            throw new ModelException(Trouble.UNUSABLE, name + " answered without a message; check its server");
        }
        FinishReason reason = response.finishReason();
        TokenUsage usage = response.tokenUsage();
        return ModelAnswer.counted(
                Objects.requireNonNullElse(response.aiMessage().text(), ""),
                usage == null ? null : usage.totalTokenCount(),
                usage == null ? null : usage.inputTokenCount(),
                reason != FinishReason.LENGTH && reason != FinishReason.CONTENT_FILTER);
    }
}
