package dev.daybook.langchain4j;

import static dev.daybook.langchain4j.StoredTurns.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.RefusedTextException;
import dev.daybook.internal.window.ExchangeWriter;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.outcome.Turn;
import dev.daybook.query.SpaceSettings;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChatCaptureTest {

    private static final ChatRequest QUESTION =
            ChatRequest.builder().messages(UserMessage.from("I keep goats.")).build();

    interface Assistant {
        String chat(String text);
    }

    static final class Weather {
        @Tool
        String weather(String city) {
            return "rain in " + city;
        }
    }

    private static final class Collecting implements StreamingChatResponseHandler {

        private final StringBuilder text = new StringBuilder();
        private final List<ChatResponse> complete = new ArrayList<>();
        private final List<Throwable> errors = new ArrayList<>();

        @Override
        public void onPartialResponse(String part) {
            text.append(part);
        }

        @Override
        public void onCompleteResponse(ChatResponse response) {
            complete.add(response);
        }

        @Override
        public void onError(Throwable error) {
            errors.add(error);
        }
    }

    @TempDir
    Path folder;

    private Daybook daybook;
    private Memory ada;

    @BeforeEach
    void open() {
        daybook = StoredTurns.daybook(folder);
        ada = daybook.user("ada");
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    private ChatCapture capture() {
        return ChatCapture.fixed(ada, "s1");
    }

    @Test
    void a_listener_keeps_the_last_message_of_the_user_and_the_answer() {
        ChatModel model = ScriptedChatModel.with(capture().listener()).then("How many?");

        model.chat(
                SystemMessage.from("Be kind."),
                UserMessage.from("Hello."),
                AiMessage.from("Hello!"),
                UserMessage.from("I keep goats."));

        assertThat(lines(ada, "s1")).containsExactly("user: I keep goats.", "assistant: How many?");
    }

    @Test
    void a_stream_is_kept_as_the_whole_answer() {
        Collecting handler = new Collecting();

        capture()
                .around(ScriptedChatModel.answering("How many goats?").streaming(-1))
                .chat(QUESTION, handler);

        assertThat(handler.text.toString().strip()).isEqualTo("How many goats?");
        assertThat(handler.complete).hasSize(1);
        assertThat(lines(ada, "s1")).containsExactly("user: I keep goats.", "assistant: How many goats?");
    }

    /** Goes away after some words, as a program does whose client has left. */
    private static final class Leaving implements StreamingChatResponseHandler {

        private final List<String> words = new ArrayList<>();
        private final int most;

        Leaving(int most) {
            this.most = most;
        }

        @Override
        public void onPartialResponse(PartialResponse part, PartialResponseContext context) {
            words.add(part.text());
            if (words.size() == most) {
                context.streamingHandle().cancel();
                context.streamingHandle().cancel();
            }
        }

        @Override
        public void onCompleteResponse(ChatResponse response) {
            words.add("complete");
        }

        @Override
        public void onError(Throwable error) {
            words.add("error");
        }
    }

    @Test
    void a_stream_that_is_cancelled_keeps_what_came_once() {
        Leaving handler = new Leaving(2);

        capture()
                .around(ScriptedChatModel.answering("How many goats?").streaming(-1))
                .chat(QUESTION, handler);

        assertThat(handler.words).containsExactly("How ", "many ");
        assertThat(lines(ada, "s1")).containsExactly("user: I keep goats.", "assistant: How many ");
        assertThat(ada.find(Episode.class, ada.session("s1").turns(1).get(0).episode()))
                .hasValueSatisfying(episode -> {
                    assertThat(episode.isBrokenOff()).isTrue();
                    assertThat(episode.isUnanswered()).isFalse();
                });
        assertThat(ada.session("s1").context("And now?").text())
                .endsWith("> assistant: How many \n(This answer was broken off.)");
    }

    @Test
    void a_stream_of_ai_services_that_is_cancelled_keeps_what_came() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        StreamingChatModel model =
                capture().around(ScriptedChatModel.answering("How many goats?").streaming(-1));

        AiServices.create(Streaming.class, model)
                .chat("I keep goats.")
                .onPartialResponseWithContext((part, context) -> {
                    context.streamingHandle().cancel();
                    cancelled.countDown();
                })
                .onError(error -> {})
                .start();

        assertThat(cancelled.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(lines(ada, "s1")).containsExactly("user: I keep goats.", "assistant: How ");
    }

    interface Streaming {
        TokenStream chat(String message);
    }

    @Test
    void a_stream_that_breaks_off_keeps_the_statement_only() {
        Collecting handler = new Collecting();

        capture()
                .around(ScriptedChatModel.answering("How many goats?").streaming(1))
                .chat(QUESTION, handler);

        assertThat(handler.errors).hasSize(1);
        assertThat(lines(ada, "s1")).containsExactly("user: I keep goats.");
    }

    @Test
    void a_model_that_fails_keeps_the_statement() {
        ChatModel model = capture().around(ScriptedChatModel.answering());

        assertThatThrownBy(() -> model.chat(QUESTION)).isInstanceOf(IllegalStateException.class);

        assertThat(lines(ada, "s1")).containsExactly("user: I keep goats.");
    }

    @Test
    void tool_calls_are_kept_once_with_the_final_answer() {
        ScriptedChatModel script = ScriptedChatModel.answering()
                .then(AiMessage.from(ToolExecutionRequest.builder()
                        .id("call-1")
                        .name("weather")
                        .arguments("{\"city\":\"Porto\"}")
                        .build()))
                .then("It rains.");
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(capture().around(script))
                .tools(new Weather())
                .build();

        assistant.chat("Does it rain in Porto?");

        List<Message> kept =
                ada.session("s1").turns(10).stream().map(Turn::message).toList();
        assertThat(lines(ada, "s1"))
                .containsExactly(
                        "user: Does it rain in Porto?", "assistant: ", "tool: rain in Porto", "assistant: It rains.");
        assertThat(kept.get(1).toolCalls()).hasSize(1);
        assertThat(kept.get(2).toolCallId()).isEqualTo("call-1");
        assertThat(ada.session("s1").info().orElseThrow().episodes()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = SpaceSettings.Secrets.class,
            names = {"REDACT", "REJECT"})
    void tool_calls_are_kept_with_a_question_that_is_redacted_or_withheld(SpaceSettings.Secrets secrets) {
        daybook.space("default").changeSettings(settings -> settings.secrets(secrets));
        ScriptedChatModel script = ScriptedChatModel.answering()
                .then(AiMessage.from(ToolExecutionRequest.builder()
                        .id("call-1")
                        .name("weather")
                        .arguments("{\"city\":\"Porto\"}")
                        .build()))
                .then("It rains.");
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(capture().around(script))
                .tools(new Weather())
                .build();

        assistant.chat("My key is AKIAIOSFODNN7EXAMPLE. Does it rain in Porto?");

        String question = secrets == SpaceSettings.Secrets.REDACT
                ? "My key is [redacted]. Does it rain in Porto?"
                : ExchangeWriter.WITHHELD;
        assertThat(lines(ada, "s1"))
                .containsExactly("user: " + question, "assistant: ", "tool: rain in Porto", "assistant: It rains.");
        assertThat(ada.session("s1").info().orElseThrow().episodes()).isEqualTo(1);
    }

    @Test
    void a_model_with_one_method_is_captured_too() {
        ChatModel single = new ChatModel() {
            @Override
            public ChatResponse chat(ChatRequest request) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from("How many?"))
                        .build();
            }
        };

        assertThat(capture().around(single).chat("I keep goats.")).isEqualTo("How many?");

        assertThat(lines(ada, "s1")).containsExactly("user: I keep goats.", "assistant: How many?");
    }

    @Test
    void a_chat_that_is_repeated_after_a_failure_is_one_exchange() {
        assertThatThrownBy(() -> capture().around(ScriptedChatModel.answering()).chat(QUESTION))
                .isInstanceOf(IllegalStateException.class);
        capture().around(ScriptedChatModel.answering("How many?")).chat(QUESTION);

        assertThat(lines(ada, "s1")).containsExactly("user: I keep goats.", "assistant: How many?");
        assertThat(ada.session("s1").info().orElseThrow().episodes()).isEqualTo(1);
    }

    @Test
    void a_refused_answer_is_reported_and_not_lost() {
        daybook.space("default").changeSettings(settings -> settings.secrets(SpaceSettings.Secrets.REJECT));
        List<RuntimeException> failures = new ArrayList<>();
        String key = "AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE";

        assertThat(capture()
                        .reporting(failures::add)
                        .around(ScriptedChatModel.answering(key))
                        .chat(QUESTION)
                        .aiMessage()
                        .text())
                .isEqualTo(key);

        assertThat(failures).singleElement().isInstanceOf(RefusedTextException.class);
        assertThat(lines(ada, "s1")).containsExactly("user: I keep goats.", "assistant: " + ExchangeWriter.WITHHELD);
    }

    @Test
    void recalled_text_is_not_kept_as_the_words_of_the_user() {
        ada.session("earlier").remember(Message.user("I keep two goats in Porto."));
        ScriptedChatModel script = ScriptedChatModel.answering("Two.");
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(capture().around(script))
                .retrievalAugmentor(ContextAugmentor.of(SessionLocator.fixed(ada, "s1")))
                .build();

        assistant.chat("How many goats do I keep?");

        assertThat(script.question(0)).contains("I keep two goats in Porto.");
        assertThat(lines(ada, "s1")).containsExactly("user: How many goats do I keep?", "assistant: Two.");
    }

    @Test
    void each_request_may_name_its_session() {
        ChatModel model = ScriptedChatModel.with(ChatCapture.perRequest().listener())
                .then("Hello Ada.")
                .then("Hello Bob.");

        for (String user : List.of("ada", "bob")) {
            model.chat(
                    QUESTION,
                    ChatRequestOptions.builder()
                            .addListenerAttribute(ChatCapture.SESSION, new SessionAddress(daybook.user(user), "s1"))
                            .build());
        }

        assertThat(lines(ada, "s1")).containsExactly("user: I keep goats.", "assistant: Hello Ada.");
        assertThat(lines(daybook.user("bob"), "s1")).containsExactly("user: I keep goats.", "assistant: Hello Bob.");
    }

    @Test
    void without_a_user_the_chat_goes_on_and_the_failure_is_reported() {
        List<RuntimeException> failures = new ArrayList<>();
        ChatModel model = ScriptedChatModel.with(
                        ChatCapture.perRequest().reporting(failures::add).listener())
                .then("Hello.");

        assertThat(model.chat("I keep goats.")).isEqualTo("Hello.");

        assertThat(failures)
                .hasSize(2)
                .allSatisfy(failure -> assertThat(failure).hasMessageContaining("ChatCapture.SESSION"));
        assertThat(daybook.space("default").scopes()).isEmpty();
    }

    @Test
    void a_failing_capture_ends_the_chat_before_the_model_is_called() {
        ScriptedChatModel script = ScriptedChatModel.answering("Hello.");
        ChatModel model = ChatCapture.perRequest().failing().around(script);

        assertThatThrownBy(() -> model.chat("I keep goats."))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("names no session");
        assertThat(script.requests()).isEmpty();
    }

    @Test
    void a_failing_capture_ends_a_stream_with_an_error() {
        ScriptedChatModel script = ScriptedChatModel.answering("Hello.");
        List<SessionAddress> addresses = new ArrayList<>(List.of(new SessionAddress(ada, "s1")));
        Collecting handler = new Collecting();

        // The session of the question is known, and of the answer no more.
        ChatCapture.of(attributes -> addresses.remove(0))
                .failing()
                .around(script.streaming(-1))
                .chat(QUESTION, handler);

        assertThat(handler.complete).isEmpty();
        assertThat(handler.errors).singleElement().isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(lines(ada, "s1")).containsExactly("user: I keep goats.");
    }

    @Test
    void a_failing_capture_is_no_listener_because_langchain4j_would_ignore_it() {
        assertThatThrownBy(() -> capture().failing().listener())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("around(model)");
    }
}
