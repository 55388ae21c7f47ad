package dev.daybook.spring;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.inference.ParameterDialect;
import dev.daybook.internal.inference.ParameterNegotiation;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * Adapts any {@code ChatModel} of Spring AI. Asks for JSON in the prompt, since Spring AI has no common option for it.
 * Finds out which parameters the model accepts: {@code max_completion_tokens} or {@code max_tokens}, and whether a
 * temperature. Daybook retries and backs off itself, so configure the model with a timeout. As thread-safe as the model.
 */
public final class SpringModel implements LanguageModel {

    private final String name;
    private final ChatModel model;
    private final ParameterNegotiation negotiation;

    private SpringModel(String name, ChatModel model, ParameterNegotiation negotiation) {
        this.name = name;
        this.model = model;
        this.negotiation = negotiation;
    }

    /**
     * Creates a language model with the options of the chat model, but for the token limit and a temperature that the
     * model refuses.
     *
     * @param name its name in messages and in the origin of derived entries; not blank
     */
    public static SpringModel of(String name, ChatModel model) {
        if (NullChecks.present("name", name).isBlank()) {
            throw new IllegalArgumentException("name is blank; give the name of the model, with its version");
        }
        ChatOptions options = Objects.requireNonNull(model, "model").getOptions();
        return new SpringModel(
                name,
                model,
                ParameterNegotiation.of(RequestOptions.isOpenAi(options.mutate()) ? options.getModel() : null));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<OutputMode> modes() {
        return List.of(OutputMode.PROMPT);
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        return negotiation.call(dialect -> answer(request, dialect));
    }

    private ModelAnswer answer(ModelRequest request, ParameterDialect dialect) {
        ChatResponse response;
        try {
            response = model.call(new Prompt(
                    List.of(new SystemMessage(request.system()), new UserMessage(request.user())),
                    RequestOptions.of(model.getOptions(), dialect, request.maxTokens())));
        } catch (RuntimeException e) {
            throw ModelTroubles.of(name, e);
        }
        Generation result = response == null ? null : response.getResult();
        if (result == null) {
            throw new ModelException(Trouble.UNUSABLE, name + " answered without a message; check its server");
        }
        Usage usage = response.getMetadata().getUsage();
        return ModelAnswer.counted(
                Objects.requireNonNullElse(result.getOutput().getText(), ""),
                usage.getTotalTokens(),
                usage.getPromptTokens(),
                isComplete(result.getMetadata().getFinishReason()));
    }

    /** The reasons are texts of the server: length, max_tokens, MAX_TOKENS, content_filter, SAFETY. */
    private static boolean isComplete(@Nullable String reason) {
        String known = Objects.requireNonNullElse(reason, "").toLowerCase(Locale.ROOT);
        return !known.contains("length")
                && !known.contains("max_tokens")
                && !known.contains("filter")
                && !known.contains("safety");
    }
}
