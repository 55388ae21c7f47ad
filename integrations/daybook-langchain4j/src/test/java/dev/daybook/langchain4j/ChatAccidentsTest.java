package dev.daybook.langchain4j;

import static dev.daybook.langchain4j.StoredTurns.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.outcome.Hit;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelResponseContext;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The accidents of an adapter written by hand, each with an adapter that has it: recalled text kept as the user's words,
 * statements lost from a moving window, a list kept twice, a broken stream that keeps nothing, a bucket that all share.
 */
class ChatAccidentsTest {

    private static final UserSession ID = new UserSession("ada", "s1");

    private static final String HEADING = "Answer using the following information";

    interface Assistant {
        String chat(@MemoryId Object id, @dev.langchain4j.service.UserMessage String text);
    }

    interface AssistantWithoutId {
        String chat(String text);
    }

    /** Writes from the first message on that the list before did not have, by number. */
    private static final class CountingStore implements ChatMemoryStore {

        private final Map<Object, List<ChatMessage>> windows = new HashMap<>();
        private final Daybook daybook;

        CountingStore(Daybook daybook) {
            this.daybook = daybook;
        }

        @Override
        public List<ChatMessage> getMessages(Object memoryId) {
            return windows.getOrDefault(memoryId, List.of());
        }

        @Override
        public void updateMessages(Object memoryId, List<ChatMessage> messages) {
            int known = getMessages(memoryId).size();
            Memory memory = daybook.user(memoryId instanceof UserSession id ? id.user() : memoryId.toString());
            messages.stream()
                    .skip(known)
                    .forEach(message -> memory.session("s1").remember(message(message)));
            windows.put(memoryId, List.copyOf(messages));
        }

        @Override
        public void deleteMessages(Object memoryId) {
            windows.remove(memoryId);
        }
    }

    /** Writes every message of every list. */
    private record RepeatingStore(Memory memory) {

        void updateMessages(List<ChatMessage> messages) {
            messages.forEach(message -> memory.session("s1").remember(message(message)));
        }
    }

    /** Recalls without a note of the user's own text. */
    private record PlainRetriever(Memory memory) implements ContentRetriever {

        @Override
        public List<Content> retrieve(dev.langchain4j.rag.query.Query query) {
            return memory.recall(query.text()).stream()
                    .map(Hit::text)
                    .map(Content::from)
                    .toList();
        }
    }

    /** Writes the exchange when it is complete. */
    private record CompleteExchanges(Memory memory) implements ChatModelListener {

        @Override
        public void onResponse(ChatModelResponseContext response) {
            List<ChatMessage> messages = response.chatRequest().messages();
            memory.session("s1")
                    .remember(
                            message(messages.get(messages.size() - 1)),
                            message(response.chatResponse().aiMessage()));
        }
    }

    private static final class Silence implements StreamingChatResponseHandler {

        private final List<Throwable> errors = new ArrayList<>();

        @Override
        public void onPartialResponse(String text) {}

        @Override
        public void onCompleteResponse(ChatResponse response) {}

        @Override
        public void onError(Throwable error) {
            errors.add(error);
        }
    }

    @TempDir
    Path folder;

    private Daybook daybook;
    private Memory ada;
    private DaybookChatMemoryStore store;
    private SessionLocator locator;

    @BeforeEach
    void open() {
        daybook = StoredTurns.daybook(folder);
        ada = daybook.user("ada");
        locator = SessionLocator.users(daybook::user);
        store = DaybookChatMemoryStore.of(locator);
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    private static Message message(ChatMessage message) {
        return message instanceof UserMessage user
                ? Message.user(user.singleText())
                : Message.assistant(((AiMessage) message).text());
    }

    /** Three questions in three sessions' worth of turns, with recall before each. */
    private List<String> afterThreeQuestions(ChatMemoryStore chatMemoryStore, ContentRetriever retriever) {
        ada.session("earlier").remember(Message.user("I keep two goats in Porto."));
        ScriptedChatModel model = ScriptedChatModel.answering("Two.", "In Porto.", "Yes.");
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model)
                .chatMemoryProvider(id -> MessageWindowChatMemory.builder()
                        .id(id)
                        .maxMessages(10)
                        .chatMemoryStore(chatMemoryStore)
                        .build())
                .contentRetriever(retriever)
                .build();
        assistant.chat(ID, "How many goats do I keep?");
        assistant.chat(ID, "Where are my goats?");
        assistant.chat(ID, "Do goats like Porto?");
        assertThat(model.requests()).hasSize(3);
        assertThat(model.question(2)).contains(HEADING, "I keep two goats in Porto.");
        return lines(ada, "s1");
    }

    @Test
    void recalled_text_is_never_kept_as_the_words_of_the_user() {
        assertThat(afterThreeQuestions(store, MemoryRetriever.of(locator)))
                .containsExactly(
                        "user: How many goats do I keep?",
                        "assistant: Two.",
                        "user: Where are my goats?",
                        "assistant: In Porto.",
                        "user: Do goats like Porto?",
                        "assistant: Yes.");
        assertThat(store.getMessages(ID))
                .noneMatch(message -> message.toString().contains(HEADING));
    }

    @Test
    void an_adapter_by_hand_keeps_recalled_text_as_the_words_of_the_user_and_it_grows() {
        List<String> said = afterThreeQuestions(new CountingStore(daybook), new PlainRetriever(ada));

        assertThat(said.get(0)).contains(HEADING);
        assertThat(said.get(4)).contains(said.get(0).substring("user: ".length()));
        assertThat(said.get(4).length()).isGreaterThan(2 * said.get(0).length());
    }

    private List<String> afterFourExchanges(ChatMemoryStore chatMemoryStore) {
        MessageWindowChatMemory window = MessageWindowChatMemory.builder()
                .id(ID)
                .maxMessages(4)
                .chatMemoryStore(chatMemoryStore)
                .build();
        for (int i = 0; i < 4; i++) {
            window.add(UserMessage.from("statement " + i));
            window.add(AiMessage.from("answer " + i));
        }
        return lines(ada, "s1");
    }

    @Test
    void a_moving_window_loses_no_statement() {
        assertThat(afterFourExchanges(store))
                .hasSize(8)
                .contains("user: statement 0", "user: statement 1", "user: statement 2", "user: statement 3");
    }

    @Test
    void an_adapter_by_hand_loses_the_statements_beyond_its_window() {
        assertThat(afterFourExchanges(new CountingStore(daybook)))
                .hasSize(4)
                .doesNotContain("user: statement 2", "user: statement 3");
    }

    @Test
    void a_list_that_is_saved_twice_is_kept_once() {
        List<ChatMessage> list = List.of(UserMessage.from("I keep goats."), AiMessage.from("How many?"));

        store.updateMessages(ID, list);
        store.updateMessages(ID, List.copyOf(list));

        assertThat(lines(ada, "s1")).hasSize(2);
    }

    @Test
    void an_adapter_by_hand_keeps_a_list_that_is_saved_twice_twice() {
        List<ChatMessage> list = List.of(UserMessage.from("I keep goats."), AiMessage.from("How many?"));
        RepeatingStore repeating = new RepeatingStore(ada);

        repeating.updateMessages(list);
        repeating.updateMessages(list);

        assertThat(lines(ada, "s1")).hasSize(4);
    }

    private List<String> afterABrokenStream(ChatModelListener listener) {
        StreamingChatModel model =
                ScriptedChatModel.with(listener).then("Two goats, as you said.").streaming(2);
        Silence silence = new Silence();
        model.chat("I keep two goats. Do you remember?", silence);
        assertThat(silence.errors).hasSize(1);
        return lines(ada, "s1");
    }

    @Test
    void a_stream_that_breaks_off_keeps_the_statement_and_no_half_answer() {
        assertThat(afterABrokenStream(ChatCapture.fixed(ada, "s1").listener()))
                .containsExactly("user: I keep two goats. Do you remember?");
    }

    @Test
    void an_adapter_by_hand_keeps_nothing_of_a_stream_that_breaks_off() {
        assertThat(afterABrokenStream(new CompleteExchanges(ada))).isEmpty();
    }

    private AssistantWithoutId withoutId(ChatMemoryStore chatMemoryStore) {
        return AiServices.builder(AssistantWithoutId.class)
                .chatModel(ScriptedChatModel.answering("Noted."))
                .chatMemoryProvider(id -> MessageWindowChatMemory.builder()
                        .id(id)
                        .maxMessages(4)
                        .chatMemoryStore(chatMemoryStore)
                        .build())
                .build();
    }

    @Test
    void a_call_without_a_user_is_refused() {
        assertThatThrownBy(() -> withoutId(store).chat("My code is 4711."))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("@MemoryId");
        assertThat(daybook.space("default").scopes()).isEmpty();
    }

    @Test
    void an_adapter_by_hand_puts_all_calls_without_a_user_into_one_bucket() {
        withoutId(new CountingStore(daybook)).chat("My code is 4711.");

        assertThat(daybook.user("default").recall("code")).isNotEmpty();
    }
}
