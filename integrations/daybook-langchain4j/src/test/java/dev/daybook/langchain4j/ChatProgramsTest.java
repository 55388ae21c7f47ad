package dev.daybook.langchain4j;

import static dev.daybook.langchain4j.StoredTurns.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Kind;
import dev.daybook.query.Selection;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/langchain4j.md. A test in daybook-repository compares the page with the marked regions. */
class ChatProgramsTest {

    // tag::assistant[]
    interface Assistant {
        String chat(@MemoryId UserSession id, @dev.langchain4j.service.UserMessage String text);
    }
    // end::assistant[]

    @TempDir
    Path folder;

    private Daybook daybook;

    @BeforeEach
    void open() {
        daybook = StoredTurns.daybook(folder);
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    @Test
    void a_chat_with_long_term_memory() {
        ScriptedChatModel model = ScriptedChatModel.answering("Lovely! How is it?", "To Lisbon, in May.");
        // tag::chat[]
        SessionLocator users = SessionLocator.users(daybook::user);
        DaybookChatMemoryStore store = DaybookChatMemoryStore.of(users);
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model)
                .chatMemoryProvider(id -> SessionChatMemory.of(store, id, 4_000))
                .retrievalAugmentor(ContextAugmentor.of(users))
                .build();

        assistant.chat(new UserSession("ada", "s1"), "I moved to Lisbon in May.");
        assistant.chat(new UserSession("ada", "s2"), "Where did I move to?");
        // end::chat[]
        assertThat(model.question(1)).contains("> user: I moved to Lisbon in May.");
        assertThat(lines(daybook.user("ada"), "s1")).hasSize(2);
    }

    @Test
    void the_parts_one_by_one() {
        ScriptedChatModel model = ScriptedChatModel.answering("Lovely!");
        SessionLocator users = SessionLocator.users(daybook::user);
        DaybookChatMemoryStore store = DaybookChatMemoryStore.of(users);
        // tag::parts[]
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model)
                .chatMemoryProvider(id -> MessageWindowChatMemory.builder()
                        .id(id)
                        .maxMessages(20)
                        .chatMemoryStore(store)
                        .build())
                .contentRetriever(
                        MemoryRetriever.of(users, query -> query.limit(5).kinds(Kind.EPISODE, Kind.FACT)))
                .tools(LangChain4jTools.of(users))
                .registerListener(new UserTextListener())
                .build();
        // end::parts[]
        assistant.chat(new UserSession("ada", "s1"), "I moved to Lisbon in May.");
        assertThat(lines(daybook.user("ada"), "s1")).hasSize(2);
    }

    @Test
    void a_context_in_the_system_message() {
        ScriptedChatModel model = ScriptedChatModel.answering("Lovely!");
        SessionLocator users = SessionLocator.users(daybook::user);
        DaybookChatMemoryStore store = DaybookChatMemoryStore.of(users);
        // tag::system[]
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model)
                .chatMemoryProvider(id -> SessionChatMemory.of(store, id, 4_000))
                .systemMessageTransformer(ContextSystemMessage.of(users))
                .build();
        // end::system[]
        assistant.chat(new UserSession("ada", "s1"), "I moved to Lisbon in May.");
        assertThat(lines(daybook.user("ada"), "s1")).hasSize(2);
    }

    @Test
    void a_capture_of_a_model() {
        ChatModel model = ScriptedChatModel.answering("Lovely!");
        List<RuntimeException> failures = new ArrayList<>();
        // tag::capture[]
        ChatModel remembering =
                ChatCapture.perRequest().reporting(failures::add).around(model);

        SessionAddress address = new SessionAddress(daybook.user("ada"), "s1");
        remembering.chat(
                ChatRequest.builder()
                        .messages(UserMessage.from("I moved to Lisbon in May."))
                        .build(),
                ChatRequestOptions.builder()
                        .addListenerAttribute(ChatCapture.SESSION, address)
                        .build());
        // end::capture[]
        assertThat(failures).isEmpty();
        assertThat(lines(daybook.user("ada"), "s1")).hasSize(2);
    }

    @Test
    void clearing_and_forgetting() {
        DaybookChatMemoryStore store = DaybookChatMemoryStore.of(SessionLocator.users(daybook::user));
        UserSession id = new UserSession("ada", "s1");
        ChatMemory chatMemory = SessionChatMemory.of(store, id, 4_000);
        chatMemory.add(UserMessage.from("I moved to Lisbon in May."));
        // tag::forget[]
        chatMemory.clear(); // the window is empty, the log is not

        Memory ada = daybook.user("ada");
        ada.forget(Selection.session("s1")); // erased: the log, the window, and all that was derived from it
        // end::forget[]
        assertThat(ada.recall("Lisbon")).isEmpty();
        assertThat(chatMemory.messages()).isEmpty();
    }
}
