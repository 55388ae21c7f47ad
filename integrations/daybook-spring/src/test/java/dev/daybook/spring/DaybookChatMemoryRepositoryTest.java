package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.outcome.Turn;
import dev.daybook.query.Selection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;

class DaybookChatMemoryRepositoryTest {

    private static final String TRIP = new UserConversation("ada", "trip").id();

    @TempDir
    Path folder;

    private Daybook daybook;
    private Memory ada;
    private ConversationLocator locator;
    private ChatMemoryRepository repository;

    @BeforeEach
    void open() {
        reopen();
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    private void reopen() {
        daybook = Daybook.builder(folder).noEmbedder().open();
        ada = daybook.user("ada");
        locator = ConversationLocator.users(daybook.space("default"));
        repository = DaybookChatMemoryRepository.of(locator);
    }

    private List<Turn> log() {
        return ada.session("trip").turns(100);
    }

    private List<String> logged() {
        return log().stream().map(turn -> turn.message().text()).toList();
    }

    private static List<String> texts(List<Message> messages) {
        return messages.stream().map(Message::getText).toList();
    }

    private static Message user(String text) {
        return new UserMessage(text);
    }

    private static Message assistant(String text) {
        return new AssistantMessage(text);
    }

    private static void chatThroughWindowOfFour(ChatMemoryRepository repository) {
        ChatMemory window = MessageWindowChatMemory.builder()
                .chatMemoryRepository(repository)
                .maxMessages(4)
                .build();
        for (int i = 1; i <= 4; i++) {
            window.add(TRIP, user("statement " + i));
            window.add(TRIP, assistant("answer " + i));
        }
    }

    @Test
    void a_moving_window_keeps_every_statement_once() {
        chatThroughWindowOfFour(repository);

        assertThat(logged())
                .containsExactly(
                        "statement 1",
                        "answer 1",
                        "statement 2",
                        "answer 2",
                        "statement 3",
                        "answer 3",
                        "statement 4",
                        "answer 4");
        assertThat(texts(repository.findByConversationId(TRIP)))
                .containsExactly("statement 3", "answer 3", "statement 4", "answer 4");
    }

    @Test
    void a_question_that_is_repeated_when_the_window_drops_all_before_it_is_another_one() {
        ChatMemory window = MessageWindowChatMemory.builder()
                .chatMemoryRepository(repository)
                .maxMessages(2)
                .build();

        for (int i = 1; i <= 3; i++) {
            window.add(TRIP, user("continue"));
            window.add(TRIP, assistant("part " + i));
        }

        assertThat(logged()).containsExactly("continue", "part 1", "continue", "part 2", "continue", "part 3");
        assertThat(texts(repository.findByConversationId(TRIP))).containsExactly("continue", "part 3");
    }

    @Test
    void a_save_of_an_unanswered_question_again_writes_nothing() {
        List<Message> list = List.of(user("continue"), assistant("part 1"), user("continue"));

        repository.saveAll(TRIP, list);
        repository.saveAll(TRIP, list);

        assertThat(logged()).containsExactly("continue", "part 1", "continue");
    }

    @Test
    void a_late_save_of_an_earlier_list_writes_nothing() {
        List<Message> first = List.of(user("one"), assistant("part 1"), user("two"));
        repository.saveAll(TRIP, first);
        repository.saveAll(TRIP, List.of(user("one"), assistant("part 1"), user("two"), assistant("part 2")));

        repository.saveAll(TRIP, first);

        assertThat(logged()).containsExactly("one", "part 1", "two", "part 2");
    }

    @Test
    void an_adapter_that_compares_the_number_of_messages_loses_statements() {
        chatThroughWindowOfFour(new LengthComparingRepository(locator));

        assertThat(logged()).doesNotContain("statement 4");
    }

    @Test
    void the_same_list_twice_is_written_once() {
        List<Message> list = List.of(user("I moved to Lisbon."), assistant("Lovely!"));

        repository.saveAll(TRIP, list);
        List<Turn> before = log();
        repository.saveAll(TRIP, list);
        repository.saveAll(TRIP, repository.findByConversationId(TRIP));

        assertThat(log()).isEqualTo(before);
    }

    @Test
    void ids_and_times_of_kept_messages_stay() {
        repository.saveAll(TRIP, List.of(user("one"), assistant("two")));
        List<Turn> before = log();

        List<Message> list = new ArrayList<>(repository.findByConversationId(TRIP));
        list.add(user("three"));
        repository.saveAll(TRIP, list.subList(1, 3));

        assertThat(log().subList(0, 2)).isEqualTo(before);
        assertThat(logged()).containsExactly("one", "two", "three");
        assertThat(texts(repository.findByConversationId(TRIP))).containsExactly("two", "three");
    }

    @Test
    void a_word_said_again_is_a_new_message() {
        repository.saveAll(TRIP, List.of(user("yes"), assistant("Sure?")));
        List<Message> list = new ArrayList<>(repository.findByConversationId(TRIP));
        list.add(user("yes"));
        repository.saveAll(TRIP, list);

        assertThat(logged()).containsExactly("yes", "Sure?", "yes");
    }

    @Test
    void tool_messages_come_back_with_their_ids() {
        Message call = AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(
                        new AssistantMessage.ToolCall("c1", "function", "weather", "{\"city\":\"Lisbon\"}"),
                        new AssistantMessage.ToolCall("c2", "function", "weather", "{\"city\":\"Porto\"}")))
                .build();
        Message results = ToolResponseMessage.builder()
                .responses(
                        List.of(new ToolResponse("c1", "weather", "sunny"), new ToolResponse("c2", "weather", "rain")))
                .build();

        repository.saveAll(TRIP, List.of(user("Weather?"), call, results));
        List<Message> read = repository.findByConversationId(TRIP);

        assertThat(read).hasSize(3);
        assertThat(((AssistantMessage) read.get(1)).getToolCalls()).isEqualTo(((AssistantMessage) call).getToolCalls());
        assertThat(((ToolResponseMessage) read.get(2)).getResponses())
                .isEqualTo(((ToolResponseMessage) results).getResponses());
    }

    @Test
    void the_window_survives_a_restart() {
        chatThroughWindowOfFour(repository);
        daybook.close();
        reopen();

        assertThat(texts(repository.findByConversationId(TRIP)))
                .containsExactly("statement 3", "answer 3", "statement 4", "answer 4");
    }

    @Test
    void a_deleted_list_stays_in_the_log() {
        repository.saveAll(TRIP, List.of(user("I moved to Lisbon.")));

        repository.deleteByConversationId(TRIP);

        assertThat(repository.findByConversationId(TRIP)).isEmpty();
        assertThat(logged()).containsExactly("I moved to Lisbon.");
    }

    @Test
    void a_forgotten_message_does_not_come_back_with_an_old_list() {
        repository.saveAll(TRIP, List.of(user("My code is 4711.")));
        List<Message> old = repository.findByConversationId(TRIP);

        ada.forget(Selection.session("trip"));
        repository.saveAll(TRIP, old);

        assertThat(logged()).isEmpty();
    }

    @Test
    void system_messages_are_not_written() {
        repository.saveAll(TRIP, List.of(new SystemMessage("Recalled: she likes tea."), user("Hello")));

        assertThat(logged()).containsExactly("Hello");
    }

    @Test
    void a_conversation_without_a_user_is_refused() {
        assertThatThrownBy(() -> repository.saveAll("default", List.of(user("Hello"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ChatMemory.CONVERSATION_ID");
        assertThat(daybook.spaces()).isEmpty();
    }

    @Test
    void users_with_one_session_id_do_not_share_it() {
        String bob = new UserConversation("bob/b", "trip").id();
        repository.saveAll(TRIP, List.of(user("I am Ada.")));
        repository.saveAll(bob, List.of(user("I am Bob.")));

        assertThat(texts(repository.findByConversationId(TRIP))).containsExactly("I am Ada.");
        assertThat(texts(repository.findByConversationId(bob))).containsExactly("I am Bob.");
        assertThat(repository.findConversationIds()).containsExactlyInAnyOrder(TRIP, bob);
    }

    /** A competent first attempt: writes the messages beyond the number that it has. */
    private record LengthComparingRepository(ConversationLocator locator) implements ChatMemoryRepository {

        @Override
        public List<String> findConversationIds() {
            return locator.conversationIds();
        }

        @Override
        public List<Message> findByConversationId(String conversationId) {
            ConversationAddress address = locator.locate(conversationId);
            List<Turn> turns = address.memory().session(address.session()).turns(4);
            return ChatTurns.chat(conversationId, turns, turn -> null);
        }

        @Override
        public void saveAll(String conversationId, List<Message> messages) {
            ConversationAddress address = locator.locate(conversationId);
            int known = address.memory().session(address.session()).turns(100).size();
            messages.stream()
                    .skip(known)
                    .forEach(message -> address.memory()
                            .session(address.session())
                            .remember(ChatTurns.messages(message).get(0)));
        }

        @Override
        public void deleteByConversationId(String conversationId) {}
    }

    private record OwnMessage(MessageType type, String text) implements Message {

        @Override
        public MessageType getMessageType() {
            return type;
        }

        @Override
        public String getText() {
            return text;
        }

        @Override
        public Map<String, Object> getMetadata() {
            return Map.of();
        }
    }

    @Test
    void a_message_of_another_class_is_what_its_type_says() {
        List<Message> list = List.of(
                new OwnMessage(MessageType.SYSTEM, "Be kind."),
                new OwnMessage(MessageType.USER, "I moved to Lisbon in May."),
                new OwnMessage(MessageType.ASSISTANT, "Lovely!"));
        repository.saveAll(TRIP, list);
        repository.saveAll(TRIP, list);

        assertThat(log())
                .extracting(
                        turn -> turn.message().role(), turn -> turn.message().text())
                .containsExactly(tuple("user", "I moved to Lisbon in May."), tuple("assistant", "Lovely!"));
        assertThat(texts(repository.findByConversationId(TRIP)))
                .containsExactly("I moved to Lisbon in May.", "Lovely!");
        assertThatThrownBy(() -> repository.saveAll(TRIP, List.of(new OwnMessage(MessageType.TOOL, "12 degrees"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("; use a ToolResponseMessage");
        assertThat(repository.findByConversationId(TRIP)).hasSize(2);
    }

    @Test
    @SuppressWarnings("NullAway")
    void a_list_or_a_message_that_is_null_is_refused_by_name() {
        assertThatThrownBy(() -> repository.saveAll(TRIP, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("messages is null; give a value");
        assertThatThrownBy(() -> repository.saveAll(TRIP, Collections.singletonList(null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an element of messages is null; give a value");
    }
}
