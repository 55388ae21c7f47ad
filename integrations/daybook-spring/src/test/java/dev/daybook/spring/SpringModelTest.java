package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;

class SpringModelTest {

    private static final ModelRequest REQUEST =
            new ModelRequest("Summarize.", "I moved to Lisbon.", OutputMode.PROMPT, null, 300, Duration.ofSeconds(10));

    private final AtomicReference<Prompt> asked = new AtomicReference<>();

    private ChatModel answering(@Nullable ChatResponse response) {
        return new FixedModel(prompt -> {
            asked.set(prompt);
            return response;
        });
    }

    private static ChatResponse response(String text, @Nullable String finishReason, @Nullable Integer tokens) {
        return new ChatResponse(
                List.of(new Generation(
                        new AssistantMessage(text),
                        ChatGenerationMetadata.builder()
                                .finishReason(finishReason)
                                .build())),
                tokens == null
                        ? new ChatResponseMetadata()
                        : ChatResponseMetadata.builder()
                                .usage(new DefaultUsage(tokens - 1, 1))
                                .build());
    }

    private ModelAnswer answer(@Nullable ChatResponse response) {
        return SpringModel.of("small", answering(response)).answer(REQUEST);
    }

    @Test
    void the_request_keeps_its_two_parts_and_its_token_limit() {
        answer(response("A move.", "stop", 40));

        assertThat(asked.get().getSystemMessage().getText()).isEqualTo("Summarize.");
        assertThat(asked.get().getUserMessage().getText()).isEqualTo("I moved to Lisbon.");
        assertThat(asked.get().getOptions().getMaxTokens()).isEqualTo(300);
        assertThat(asked.get().getOptions().getModel()).isEqualTo("small-1");
    }

    @Test
    void text_and_tokens_of_an_answer_are_kept() {
        assertThat(answer(response("A move.", "stop", 40))).isEqualTo(new ModelAnswer("A move.", 40L, 39L, true));
    }

    @Test
    void tokens_that_the_server_does_not_count_are_unknown() {
        assertThat(answer(response("A move.", null, null)).tokens()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"length", "LENGTH", "MAX_TOKENS", "max_tokens", "content_filter", "SAFETY"})
    void an_answer_that_was_cut_off_is_not_complete(String finishReason) {
        assertThat(answer(response("A mo", finishReason, 40)).complete()).isFalse();
    }

    @Test
    void an_answer_without_a_message_is_unusable() {
        assertThat(troubleOf(() -> answer(null))).isEqualTo(Trouble.UNUSABLE);
        assertThat(troubleOf(() -> answer(new ChatResponse(List.of())))).isEqualTo(Trouble.UNUSABLE);
    }

    @Test
    void a_model_needs_a_name() {
        assertThatThrownBy(() -> SpringModel.of(" ", answering(null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name is blank");
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new RuntimeException(new TimeoutException()), Trouble.TIMEOUT),
                Arguments.of(new RuntimeException(new HttpTimeoutException("request")), Trouble.TIMEOUT),
                Arguments.of(new UncheckedIOException(new IOException("reset")), Trouble.UNREACHABLE),
                Arguments.of(new TransientAiException(), Trouble.BROKEN),
                Arguments.of(new RuntimeException(new RateLimitException()), Trouble.LIMITED),
                Arguments.of(new UnauthorizedException(), Trouble.UNAUTHORIZED),
                Arguments.of(new NonTransientAiException("HTTP 400 - {}"), Trouble.REFUSED),
                Arguments.of(new NonTransientAiException("HTTP 404 - {}"), Trouble.FAILED),
                Arguments.of(new IllegalStateException("a defect"), Trouble.FAILED));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void a_failure_says_whether_a_retry_may_help(RuntimeException failure, Trouble trouble) {
        ChatModel model = new FixedModel(prompt -> {
            throw failure;
        });

        ModelException thrown = catchThrowableOfType(
                ModelException.class, () -> SpringModel.of("small", model).answer(REQUEST));

        assertThat(thrown.trouble()).isEqualTo(trouble);
        assertThat(thrown).hasMessageStartingWith("small ").hasCause(failure);
    }

    @Test
    void a_failure_does_not_quote_the_message_of_the_server() {
        ChatModel model = new FixedModel(prompt -> {
            throw new IllegalStateException("400: " + prompt.getUserMessage().getText());
        });

        assertThatThrownBy(() -> SpringModel.of("small", model).answer(REQUEST))
                .hasMessageNotContaining("Lisbon")
                .hasMessageContaining("see its cause");
    }

    @Test
    void a_refused_limit_is_given_by_its_other_name_and_that_is_remembered() {
        List<OpenAiOptions> asked = new ArrayList<>();
        LanguageModel model = SpringModel.of("small", new OpenAiModel("small-1", asked));

        model.answer(REQUEST);
        model.answer(REQUEST);

        assertThat(asked)
                .containsExactly(
                        new OpenAiOptions("small-1", 300, null, 0.2),
                        new OpenAiOptions("small-1", null, 300, 0.2),
                        new OpenAiOptions("small-1", null, 300, null),
                        new OpenAiOptions("small-1", null, 300, null));
    }

    @Test
    void a_reasoning_model_gets_the_limit_by_its_new_name_at_once() {
        List<OpenAiOptions> asked = new ArrayList<>();

        SpringModel.of("small", new OpenAiModel("gpt-5-mini", asked)).answer(REQUEST);

        assertThat(asked.get(0)).isEqualTo(new OpenAiOptions("gpt-5-mini", null, 300, 0.2));
    }

    @Test
    void a_model_without_another_name_gets_no_limit_after_a_refusal() {
        ChatModel model = new FixedModel(prompt -> {
            asked.set(prompt);
            if (prompt.getOptions().getMaxTokens() != null) {
                throw new BadRequestException("400: max_tokens is not supported");
            }
            return response("A move.", "stop", 40);
        });

        assertThat(SpringModel.of("small", model).answer(REQUEST).text()).isEqualTo("A move.");
    }

    @Test
    void a_failure_names_the_status_of_the_server() {
        ChatModel model = new FixedModel(prompt -> {
            throw new BadRequestException("400: " + prompt.getUserMessage().getText());
        });

        assertThatThrownBy(() -> SpringModel.of("small", model).answer(REQUEST))
                .hasMessage("small (HTTP 400) refused the request; see the cause");
    }

    private static Trouble troubleOf(Runnable call) {
        return catchThrowableOfType(ModelException.class, call::run).trouble();
    }

    private interface Answering {
        @Nullable
        ChatResponse answer(Prompt prompt);
    }

    private record FixedModel(Answering answering) implements ChatModel {

        @Override
        public ChatOptions getOptions() {
            return ChatOptions.builder().model("small-1").maxTokens(50).build();
        }

        @Override
        public ChatResponse call(Prompt prompt) {
            return answering.answer(prompt);
        }
    }

    /** Named as the exceptions of Spring AI and of the clients under it. */
    private static final class TransientAiException extends RuntimeException {}

    private static final class RateLimitException extends RuntimeException {}

    private static final class UnauthorizedException extends RuntimeException {}

    private static final class NonTransientAiException extends RuntimeException {
        NonTransientAiException(String message) {
            super(message);
        }
    }

    private static final class BadRequestException extends RuntimeException {
        BadRequestException(String message) {
            super(message);
        }
    }

    /** Refuses {@code max_tokens} and a temperature, as a reasoning model behind OpenAI's protocol. */
    private record OpenAiModel(String model, List<OpenAiOptions> asked) implements ChatModel {

        @Override
        public ChatOptions getOptions() {
            return new OpenAiOptions(model, null, null, 0.2);
        }

        @Override
        public ChatResponse call(Prompt prompt) {
            OpenAiOptions options = (OpenAiOptions) prompt.getOptions();
            asked.add(options);
            if (options.getMaxTokens() != null) {
                throw new BadRequestException("400: Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.");
            }
            if (options.getTemperature() != null) {
                throw new BadRequestException("400: Unsupported value: 'temperature' does not support 0.2.");
            }
            return response("A move.", "stop", 40);
        }
    }
}
