package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.error.StoreException;
import dev.daybook.spring.ChatFailure.Step;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.UserMessage;

/** Chats while the store fails. */
class FailingStoreTest {

    private static final String TRIP = new UserConversation("ada", "trip").id();

    private final FailingStore store = new FailingStore();
    private final Daybook daybook = Daybook.builder(store).noEmbedder().open();
    private final ConversationLocator users = ConversationLocator.users(daybook.space("default"));
    private final List<ChatFailure> failures = new CopyOnWriteArrayList<>();
    private final DaybookAdvisor advisor = DaybookAdvisor.of(users).reporting(failures::add);
    private final ScriptedChat model = ScriptedChat.answering("It ", "is ", "warm.");

    @AfterEach
    void close() {
        store.recover();
        daybook.close();
    }

    private ChatClient.ChatClientRequestSpec ask(Advisor advisor) {
        return ChatClient.builder(model)
                .build()
                .prompt()
                .user("Is it warm in Lisbon?")
                .advisors(spec -> spec.advisors(advisor).param(ChatMemory.CONVERSATION_ID, TRIP));
    }

    private List<String> logged() {
        return daybook.user("ada").session("trip").turns(100).stream()
                .map(turn -> turn.message().text())
                .toList();
    }

    @Test
    void a_chat_goes_on_without_a_write_and_reports_both_messages() {
        store.failWrites();

        assertThat(ask(advisor).call().content()).isEqualTo("It is warm.");

        assertThat(failures).extracting(ChatFailure::step).containsExactly(Step.REMEMBER, Step.REMEMBER);
        assertThat(logged()).isEmpty();
    }

    @Test
    void a_question_whose_write_was_not_acknowledged_is_in_the_log_once() {
        store.loseAnswer();

        assertThat(ask(advisor).call().content()).isEqualTo("It is warm.");

        assertThat(failures).extracting(ChatFailure::step).containsExactly(Step.REMEMBER);
        assertThat(logged()).containsExactly("Is it warm in Lisbon?", "It is warm.");
    }

    @Test
    void a_stream_goes_on_without_a_write_and_reports_both_messages() {
        store.failWrites();

        assertThat(ask(advisor).stream().content().collectList().block()).containsExactly("It ", "is ", "warm.");

        assertThat(failures).extracting(ChatFailure::step).containsExactly(Step.REMEMBER, Step.REMEMBER);
    }

    @Test
    void a_chat_goes_on_without_a_context_when_nothing_can_be_read() {
        store.failAll();

        assertThat(ask(advisor).call().content()).isEqualTo("It is warm.");

        assertThat(failures).extracting(ChatFailure::step).contains(Step.RECALL, Step.REMEMBER);
        assertThat(model.prompts()).hasSize(1);
    }

    @Test
    void a_chat_after_the_failure_is_written_again() {
        store.failAll();
        ask(advisor).call().content();
        store.recover();
        ask(advisor).call().content();

        assertThat(logged()).containsExactly("Is it warm in Lisbon?", "It is warm.");
    }

    @Test
    void a_failing_advisor_refuses_the_call_before_the_model_is_asked() {
        store.failWrites();

        assertThatThrownBy(() -> ask(advisor.failing()).call().content())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("free some space");

        assertThat(model.prompts()).isEmpty();
        assertThat(failures).extracting(ChatFailure::step).containsExactly(Step.REMEMBER);
    }

    @Test
    void a_failing_advisor_ends_the_stream_with_the_failure() {
        store.failWrites();

        assertThatThrownBy(() ->
                        ask(advisor.failing()).stream().content().collectList().block())
                .isInstanceOf(StoreException.class);
        assertThat(model.prompts()).isEmpty();
    }

    @Test
    void a_failing_advisor_ends_a_stream_whose_answer_is_not_written() {
        assertThatThrownBy(() -> ask(advisor.failing()).stream()
                        .content()
                        .doOnNext(word -> store.failWrites())
                        .collectList()
                        .block())
                .isInstanceOf(StoreException.class);
        assertThat(logged()).containsExactly("Is it warm in Lisbon?");
    }

    @Test
    void a_chat_memory_always_refuses_and_can_save_the_same_list_again() {
        DaybookChatMemoryRepository repository = DaybookChatMemoryRepository.of(users);
        List<org.springframework.ai.chat.messages.Message> list = List.of(new UserMessage("I moved to Lisbon."));
        store.failWrites();

        assertThatThrownBy(() -> repository.saveAll(TRIP, list)).isInstanceOf(StoreException.class);
        store.recover();
        repository.saveAll(TRIP, list);

        assertThat(logged()).containsExactly("I moved to Lisbon.");
    }
}
