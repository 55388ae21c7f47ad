package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.query.Selection;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;

/** One exchange is one episode, of {@link DaybookAdvisor} and of {@link DaybookChatMemoryRepository}. */
class CapturedExchangesTest {

    private static final String TRIP = new UserConversation("ada", "trip").id();

    /** Answers no facts, and keeps what it was asked. */
    private static final class CountedModel implements LanguageModel {

        private final List<String> asked = new CopyOnWriteArrayList<>();

        @Override
        public String name() {
            return "counted";
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            asked.add(request.user());
            return ModelAnswer.of("{\"statements\":[]}");
        }
    }

    private final FailingStore store = new FailingStore();
    private final CountedModel derivingModel = new CountedModel();
    private final Daybook daybook =
            Daybook.builder(store).noEmbedder().languageModel(derivingModel).open();
    private final Memory ada = daybook.user("ada");
    private final ConversationLocator users = ConversationLocator.users(daybook.space("default"));
    private final DaybookAdvisor advisor = DaybookAdvisor.of(users);
    private final ScriptedChat model = ScriptedChat.answering("It ", "is ", "warm.");

    @AfterEach
    void close() {
        store.recover();
        daybook.close();
    }

    private ChatClient.ChatClientRequestSpec ask(ChatModel chatModel, String text) {
        return DaybookAdvisorTest.ask(chatModel, advisor, "trip", text);
    }

    /** The episodes of the log, each with its roles and texts. */
    private List<List<String>> episodes() {
        try (Stream<Entry> entries = ada.archive().exportAll()) {
            return entries.filter(entry -> entry.kind() == Kind.EPISODE)
                    .map(entry -> ((Episode) entry)
                            .messages().stream()
                                    .map(message -> message.role() + ": " + message.text())
                                    .toList())
                    .toList();
        }
    }

    private void awaitDerived() {
        assertThat(ada.operations()
                        .await(ada.session("other").remember(Message.user("The end.")), Duration.ofSeconds(30))
                        .derived())
                .isEqualTo(dev.daybook.outcome.Receipt.Progress.DONE);
    }

    @Test
    void a_question_and_its_answer_are_one_episode() {
        ask(model, "Is it warm?").call().content();
        ask(model, "And now?").stream().content().collectList().block();

        assertThat(episodes())
                .containsExactly(
                        List.of("user: Is it warm?", "assistant: It is warm."),
                        List.of("user: And now?", "assistant: It is warm."));
    }

    private void readsEachExchangeOnce() {
        String prompts = String.join("\n", derivingModel.asked);
        for (int i = 1; i <= 3; i++) {
            assertThat(prompts)
                    .containsOnlyOnce("Is it warm in city " + i + "?")
                    .containsPattern("city " + i + "\\?\n.*assistant: It is warm\\.");
        }
    }

    @Test
    void a_model_derives_once_from_each_exchange() {
        for (int i = 1; i <= 3; i++) {
            ask(model, "Is it warm in city " + i + "?").call().content();
        }
        awaitDerived();

        readsEachExchangeOnce();
    }

    @Test
    void a_model_derives_once_from_each_exchange_of_a_chat_memory() {
        ChatMemory window = window();
        for (int i = 1; i <= 3; i++) {
            window.add(TRIP, new UserMessage("Is it warm in city " + i + "?"));
            window.add(TRIP, new AssistantMessage("It is warm."));
        }
        awaitDerived();

        readsEachExchangeOnce();
    }

    @Test
    void a_question_without_an_answer_is_derived_when_somebody_asks_for_it() {
        assertThatThrownBy(() -> ask(ScriptedChat.breakingOffAfter(), "I moved to Lisbon.")
                        .call()
                        .content())
                .hasMessageContaining("reset");

        ada.consolidate();

        assertThat(derivingModel.asked).anySatisfy(prompt -> assertThat(prompt).contains("I moved to Lisbon."));
    }

    @Test
    void a_context_says_that_a_question_was_not_answered() {
        assertThatThrownBy(() -> ask(ScriptedChat.breakingOffAfter(), "How tall is the tower?")
                        .call()
                        .content())
                .hasMessageContaining("reset");
        ask(model, "Is it warm?").call().content();
        ask(model, "And now?").call().content();

        assertThat(model.prompts().get(0).getSystemMessage().getText())
                .endsWith("> user: How tall is the tower?\n(No answer was given to this.)");
        assertThat(model.prompts().get(1).getSystemMessage().getText())
                .endsWith("> user: Is it warm?\n> assistant: It is warm.");
    }

    @Test
    void a_call_that_is_repeated_after_a_failure_is_one_exchange() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> ask(ScriptedChat.breakingOffAfter(), "Book a table.")
                            .call()
                            .content())
                    .hasMessageContaining("reset");
        }
        ask(model, "Book a table.").call().content();
        ask(model, "Book a table.").call().content();

        List<String> exchange = List.of("user: Book a table.", "assistant: It is warm.");
        assertThat(episodes()).containsExactly(exchange, exchange);
    }

    @Test
    void two_equal_questions_at_one_time_have_both_their_answers() {
        ChatModel slow = prompt -> {
            ask(model, "yes").call().content();
            return ScriptedChat.answering("Really?").call(prompt);
        };
        ask(slow, "yes").call().content();

        assertThat(episodes())
                .containsExactlyInAnyOrder(
                        List.of("user: yes", "assistant: It is warm."), List.of("user: yes", "assistant: Really?"));
    }

    @Test
    void a_question_that_was_not_written_is_written_with_its_answer() {
        store.failWrites();
        ChatModel recovering = prompt -> {
            store.recover();
            return model.call(prompt);
        };
        ask(recovering, "Is it warm?").call().content();

        assertThat(episodes()).containsExactly(List.of("user: Is it warm?", "assistant: It is warm."));
    }

    @Test
    void a_question_that_was_forgotten_meanwhile_does_not_come_back_with_its_answer() {
        ChatModel forgetting = prompt -> {
            ada.forget(Selection.session("trip"));
            return model.call(prompt);
        };
        ask(forgetting, "My code is 4711.").call().content();

        assertThat(episodes()).containsExactly(List.of("assistant: It is warm."));
    }

    private ChatMemory window() {
        return MessageWindowChatMemory.builder()
                .chatMemoryRepository(DaybookChatMemoryRepository.of(users))
                .maxMessages(20)
                .build();
    }

    private static AssistantMessage calling(String... ids) {
        return AssistantMessage.builder()
                .content("")
                .toolCalls(Stream.of(ids)
                        .map(id -> new AssistantMessage.ToolCall(id, "function", "weather", "{}"))
                        .toList())
                .build();
    }

    private static ToolResponseMessage result(String id, String text) {
        return ToolResponseMessage.builder()
                .responses(List.of(new ToolResponseMessage.ToolResponse(id, "weather", text)))
                .build();
    }

    private static List<String> results(ChatMemory window) {
        return window.get(TRIP).stream()
                .filter(ToolResponseMessage.class::isInstance)
                .flatMap(message -> ((ToolResponseMessage) message).getResponses().stream())
                .map(ToolResponseMessage.ToolResponse::responseData)
                .toList();
    }

    @Test
    void a_loop_of_tool_calls_is_one_episode_with_its_question() {
        ChatMemory window = window();
        window.add(TRIP, new UserMessage("Is it warm?"));
        window.add(TRIP, calling("c1"));
        window.add(TRIP, result("c1", "20 degrees"));
        assertThat(window().get(TRIP)).hasSize(3);
        window.add(TRIP, new AssistantMessage("It is warm."));

        assertThat(episodes())
                .containsExactly(
                        List.of("user: Is it warm?", "assistant: ", "tool: 20 degrees", "assistant: It is warm."));
        assertThat(window().get(TRIP)).hasSize(4);
    }

    @Test
    void a_call_whose_process_died_is_answered_in_the_window_and_never_in_the_log() {
        ChatMemory window = window();
        window.add(TRIP, new UserMessage("Is it warm?"));
        window.add(TRIP, calling("c1", "c2"));
        window.add(TRIP, result("c1", "20 degrees"));

        ChatMemory restarted = window();
        restarted.add(TRIP, new UserMessage("Are you there?"));
        assertThat(results(restarted)).containsExactly("20 degrees", dev.daybook.internal.window.ToolPairs.NO_RESULT);
        restarted.add(TRIP, result("c2", "late"));

        assertThat(results(restarted)).containsExactly("20 degrees", "late");
        assertThat(episodes().toString()).doesNotContain(dev.daybook.internal.window.ToolPairs.NO_RESULT);
    }

    @Test
    void an_assistant_message_without_a_text_comes_back_as_it_was() {
        ChatMemory window = window();
        window.add(TRIP, List.of(new UserMessage("hello"), new AssistantMessage(""), new AssistantMessage(null)));
        window.add(TRIP, new UserMessage("(no text)"));

        assertThat(window().get(TRIP))
                .extracting(org.springframework.ai.chat.messages.Message::getText)
                .containsExactly("hello", "", null, "(no text)");
    }

    @Test
    void a_list_of_an_earlier_version_with_two_episodes_reads_on() {
        ada.session("trip").remember(Message.user("Is it warm?"));
        ada.session("trip").remember(Message.assistant("It is warm."));
        ask(model, "And now?").call().content();

        assertThat(((SystemMessage) model.prompts().get(0).getInstructions().get(0)).getText())
                .endsWith("> user: Is it warm?\n> assistant: It is warm.");
    }
}
