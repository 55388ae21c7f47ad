package dev.daybook.langchain4j;

import static dev.daybook.langchain4j.StoredTurns.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.ToolCall;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.CustomMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaybookChatMemoryStoreTest {

    private static final UserSession ID = new UserSession("ada", "s1");

    @TempDir
    Path folder;

    private Daybook daybook;
    private Memory ada;
    private DaybookChatMemoryStore store;

    @BeforeEach
    void open() {
        daybook = StoredTurns.daybook(folder);
        ada = daybook.user("ada");
        store = newStore();
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    /** A second one over the same memory knows only the log, as after a restart or in another replica. */
    private DaybookChatMemoryStore newStore() {
        return DaybookChatMemoryStore.of(SessionLocator.users(daybook::user));
    }

    private long episodes() {
        return ada.session("s1").info().map(session -> session.episodes()).orElse(0L);
    }

    private MessageWindowChatMemory window(int messages) {
        return MessageWindowChatMemory.builder()
                .id(ID)
                .maxMessages(messages)
                .chatMemoryStore(store)
                .build();
    }

    @Test
    void a_saved_list_is_the_window() {
        List<ChatMessage> list = List.of(UserMessage.from("I keep goats."), AiMessage.from("How many?"));

        store.updateMessages(ID, list);

        assertThat(store.getMessages(ID)).isEqualTo(list);
        assertThat(lines(ada, "s1")).containsExactly("user: I keep goats.", "assistant: How many?");
    }

    @Test
    void a_window_of_four_keeps_every_message_in_the_log() {
        MessageWindowChatMemory window = window(4);
        List<String> said = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            window.add(UserMessage.from("statement " + i));
            window.add(AiMessage.from("answer " + i));
            said.add("user: statement " + i);
            said.add("assistant: answer " + i);
        }

        assertThat(lines(ada, "s1")).isEqualTo(said);
        assertThat(window.messages())
                .containsExactly(
                        UserMessage.from("statement 8"),
                        AiMessage.from("answer 8"),
                        UserMessage.from("statement 9"),
                        AiMessage.from("answer 9"));
    }

    @Test
    void the_same_list_saved_twice_is_written_once() {
        store.updateMessages(ID, List.of(UserMessage.from("yes"), AiMessage.from("ok"), UserMessage.from("yes")));
        store.updateMessages(ID, List.of(UserMessage.from("yes"), AiMessage.from("ok"), UserMessage.from("yes")));
        newStore().updateMessages(ID, List.of(UserMessage.from("yes"), AiMessage.from("ok"), UserMessage.from("yes")));

        assertThat(lines(ada, "s1")).containsExactly("user: yes", "assistant: ok", "user: yes");
        assertThat(episodes()).isEqualTo(1);
    }

    @Test
    void the_list_that_was_read_writes_nothing_when_it_is_saved() {
        store.updateMessages(ID, List.of(UserMessage.from("yes"), UserMessage.from("yes")));

        store.updateMessages(ID, store.getMessages(ID));
        DaybookChatMemoryStore other = newStore();
        other.updateMessages(ID, other.getMessages(ID));

        assertThat(episodes()).isEqualTo(1);
    }

    @Test
    void a_repeated_statement_in_a_full_window_of_equal_ones_is_written() {
        UserMessage yes = UserMessage.from("yes");
        MessageWindowChatMemory window = window(2);
        for (int i = 0; i < 5; i++) {
            window.add(yes);
        }

        assertThat(lines(ada, "s1")).hasSize(5);
        assertThat(window.messages()).hasSize(2);
    }

    @Test
    void a_list_of_copies_that_lost_its_oldest_messages_adds_only_the_new_one() {
        store.updateMessages(ID, List.of(UserMessage.from("a"), AiMessage.from("b"), UserMessage.from("c")));

        newStore().updateMessages(ID, List.of(AiMessage.from("b"), UserMessage.from("c"), AiMessage.from("d")));

        assertThat(lines(ada, "s1")).containsExactly("user: a", "assistant: b", "user: c", "assistant: d");
        assertThat(store.getMessages(ID))
                .containsExactly(AiMessage.from("b"), UserMessage.from("c"), AiMessage.from("d"));
    }

    @Test
    void after_a_restart_the_window_is_the_same() {
        MessageWindowChatMemory window = window(3);
        IntStream.range(0, 8).forEach(i -> window.add(UserMessage.from("statement " + i)));

        assertThat(newStore().getMessages(ID)).isEqualTo(window.messages());
    }

    @Test
    void a_rewritten_window_keeps_its_order() {
        store.updateMessages(ID, List.of(UserMessage.from("a"), AiMessage.from("b"), UserMessage.from("c")));
        List<ChatMessage> window = store.getMessages(ID);
        List<ChatMessage> rewritten = List.of(UserMessage.from("summary"), window.get(2), window.get(1));

        store.updateMessages(ID, rewritten);

        assertThat(newStore().getMessages(ID)).isEqualTo(rewritten);
        assertThat(lines(ada, "s1")).containsExactly("user: a", "assistant: b", "user: c", "user: summary");
    }

    @Test
    void turns_of_another_door_are_not_in_the_window() {
        store.updateMessages(ID, List.of(UserMessage.from("a")));
        ada.session("s1").remember(Message.user("from the application"));
        store.updateMessages(ID, List.of(UserMessage.from("a"), AiMessage.from("b")));

        assertThat(newStore().getMessages(ID)).containsExactly(UserMessage.from("a"), AiMessage.from("b"));
        assertThat(lines(ada, "s1")).hasSize(3);
    }

    @Test
    void a_window_is_found_behind_many_turns_of_another_door() {
        store.updateMessages(ID, List.of(UserMessage.from("a"), AiMessage.from("b")));
        IntStream.range(0, 200).forEach(i -> ada.session("s1").remember(Message.user("from the application " + i)));

        assertThat(newStore().getMessages(ID)).containsExactly(UserMessage.from("a"), AiMessage.from("b"));
    }

    @Test
    void adding_to_a_window_searches_nothing_and_reads_the_log_once() {
        List<String> calls = new ArrayList<>();
        Memory counted = (Memory) Proxy.newProxyInstance(
                Memory.class.getClassLoader(), new Class<?>[] {Memory.class}, (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    return method.invoke(ada, arguments);
                });
        store = DaybookChatMemoryStore.of(SessionLocator.fixed(counted, "s1"));
        MessageWindowChatMemory window = window(6);
        IntStream.range(0, 100).forEach(i -> window.add(UserMessage.from("statement " + i)));
        calls.clear();

        store.updateMessages(ID, List.of(UserMessage.from("statement 99"), AiMessage.from("answer")));

        assertThat(calls).doesNotContain("recall").containsOnlyOnce("session", "remember");
        assertThat(calls.stream().filter("find"::equals)).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void a_window_longer_than_one_read_survives_a_restart() {
        MessageWindowChatMemory window = window(150);
        IntStream.range(0, 200).forEach(i -> window.add(UserMessage.from("statement " + i)));

        assertThat(newStore().getMessages(ID)).hasSize(150).isEqualTo(window.messages());
    }

    @Test
    void tool_calls_and_results_keep_their_ids() {
        AiMessage call = AiMessage.from(ToolExecutionRequest.builder()
                .id("call-1")
                .name("weather")
                .arguments("{\"city\":\"Porto\"}")
                .build());
        ChatMessage result = ToolExecutionResultMessage.from("call-1", "weather", "rain");
        List<ChatMessage> list = List.of(UserMessage.from("Does it rain?"), call, result, AiMessage.from("Yes."));

        store.updateMessages(ID, list);

        assertThat(newStore().getMessages(ID)).isEqualTo(list);
        List<Message> logged =
                ada.session("s1").turns(10).stream().map(turn -> turn.message()).toList();
        assertThat(logged.get(1).toolCalls()).containsExactly(ToolCall.of("call-1", "weather", "{\"city\":\"Porto\"}"));
        assertThat(logged.get(2)).isEqualTo(Message.toolResult("call-1", "rain").withName("weather"));
    }

    @Test
    void a_system_message_is_shown_first_and_never_written() {
        SystemMessage system = SystemMessage.from("You are terse.");

        store.updateMessages(ID, List.of(UserMessage.from("Hello."), system));

        assertThat(store.getMessages(ID)).containsExactly(system, UserMessage.from("Hello."));
        assertThat(lines(ada, "s1")).containsExactly("user: Hello.");
        assertThat(newStore().getMessages(ID)).containsExactly(UserMessage.from("Hello."));
        assertThat(ada.recall("terse")).isEmpty();
    }

    @Test
    void images_thinking_and_attributes_survive_a_restart() {
        List<ChatMessage> list = List.of(
                UserMessage.from(
                        "Ada", TextContent.from("What is this?"), ImageContent.from("http://example.org/goat.png")),
                AiMessage.builder()
                        .text("A goat.")
                        .thinking("horns")
                        .attributes(Map.of("signature", "abc"))
                        .build(),
                CustomMessage.from(Map.of("kind", "mark")));

        store.updateMessages(ID, list);

        assertThat(newStore().getMessages(ID)).isEqualTo(list);
        assertThat(lines(ada, "s1")).containsExactly("user: What is this?", "assistant: A goat.", "custom: (no text)");
    }

    @Test
    void a_redacted_window_can_be_read_and_is_not_written_again() {
        daybook.space("default").changeSettings(settings -> settings.secrets(SpaceSettings.Secrets.REDACT));
        List<ChatMessage> list = List.of(
                UserMessage.from("My password is \"hunter2x!7\"."),
                AiMessage.builder()
                        .text("Noted.")
                        .attributes(Map.of("password", 12345678))
                        .build());
        store.updateMessages(ID, list);

        DaybookChatMemoryStore restarted = newStore();
        assertThat(restarted.getMessages(ID))
                .containsExactly(
                        UserMessage.from("My password is \"[redacted]\"."),
                        AiMessage.builder()
                                .text("Noted.")
                                .attributes(Map.of("password", "[redacted]"))
                                .build());
        restarted.updateMessages(ID, list);

        assertThat(lines(ada, "s1")).hasSize(2);
    }

    @Test
    void a_cleared_window_is_empty_and_the_log_keeps_its_messages() {
        store.updateMessages(ID, List.of(SystemMessage.from("Be kind."), UserMessage.from("I keep goats.")));

        store.deleteMessages(ID);

        assertThat(store.getMessages(ID)).isEmpty();
        assertThat(newStore().getMessages(ID)).isEmpty();
        assertThat(ada.recall("goats")).hasSize(1);
    }

    @Test
    void a_statement_after_a_clear_is_written_even_if_it_was_made_before() {
        store.updateMessages(ID, List.of(UserMessage.from("hi")));
        store.deleteMessages(ID);

        store.updateMessages(ID, List.of(UserMessage.from("hi")));

        assertThat(lines(ada, "s1")).containsExactly("user: hi", "user: hi");
        assertThat(store.getMessages(ID)).hasSize(1);
    }

    @Test
    void a_forgotten_exchange_leaves_the_window_and_is_not_written_again() {
        MessageWindowChatMemory window = window(10);
        window.add(UserMessage.from("Hello."));
        window.add(AiMessage.from("Hello!"));
        window.add(UserMessage.from("My code is 4711."));
        window.add(AiMessage.from("Noted."));
        List<ChatMessage> listOfAnotherThread = new ArrayList<>(store.getMessages(ID));

        ada.forget(Selection.episode(ada.recall("code 4711").get(0).id()));

        assertThat(store.getMessages(ID)).containsExactly(UserMessage.from("Hello."), AiMessage.from("Hello!"));
        listOfAnotherThread.add(UserMessage.from("Thanks."));
        store.updateMessages(ID, listOfAnotherThread);
        assertThat(lines(ada, "s1")).containsExactly("user: Hello.", "assistant: Hello!", "user: Thanks.");
    }

    @Test
    void an_older_langchain4j_is_refused_at_the_start_with_the_remedy() {
        RequiredLangChain4j.check();
        assertThatThrownBy(() -> RequiredLangChain4j.check(OldEmbedder.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("1.18.0", "langchain4j-bom:1.18.1", "Quarkus");
    }

    /** An embedding model before LangChain4j 1.18.0. */
    private interface OldEmbedder {
        int dimension();
    }

    @Test
    void an_id_that_no_memory_accepts_is_refused_by_name() {
        for (String id : List.of("a".repeat(513), "a\nb", "a\ud800")) {
            assertThatThrownBy(() -> new UserSession(id, "s1"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("user has ");
            assertThatThrownBy(() -> new UserSession("ada", id))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("session has ");
        }
    }

    @Test
    void a_call_without_a_user_is_an_error_that_shows_where_to_set_it() {
        for (Object id : List.of("default", "some session")) {
            assertThatThrownBy(() -> store.updateMessages(id, List.of(UserMessage.from("mine"))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("@MemoryId UserSession");
        }
        assertThatThrownBy(() -> DaybookChatMemoryStore.of(
                                SessionLocator.of(id -> new SessionAddress(daybook.user(id.toString()), "s1")))
                        .updateMessages("default", List.of(UserMessage.from("mine"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no memory id is set");
        for (String user : Arrays.asList(null, " ", "null")) {
            assertThatThrownBy(() -> new UserSession(user, "s1"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("give the id of the user who is signed in");
        }
        assertThat(daybook.space("default").scopes()).isEmpty();
    }

    @Test
    void two_users_with_one_session_name_share_nothing() {
        store.updateMessages(ID, List.of(UserMessage.from("mine")));
        store.updateMessages(new UserSession("bob", "s1"), List.of(UserMessage.from("his")));

        assertThat(store.getMessages(ID)).containsExactly(UserMessage.from("mine"));
        assertThat(lines(daybook.user("bob"), "s1")).containsExactly("user: his");
    }

    @Test
    void a_message_that_is_too_large_is_shortened() {
        store.updateMessages(
                ID, List.of(UserMessage.from("a"), UserMessage.from("b".repeat(SizeLimits.MESSAGE_TEXT + 1))));

        assertThat(lines(ada, "s1")).hasSize(2);
        assertThat(lines(ada, "s1").get(1)).startsWith("user: bbb").endsWith("characters]");
    }

    @Test
    void two_threads_that_write_to_one_session_lose_nothing_and_repeat_nothing() throws Exception {
        int rounds = 25;
        CyclicBarrier start = new CyclicBarrier(2);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<Void>> runs = IntStream.range(0, 2)
                    .mapToObj(thread -> threads.submit((Callable<Void>) () -> {
                        MessageWindowChatMemory window = window(6);
                        start.await();
                        for (int i = 0; i < rounds; i++) {
                            window.add(UserMessage.from("thread " + thread + " statement " + i));
                        }
                        return null;
                    }))
                    .toList();
            for (Future<Void> run : runs) {
                run.get();
            }
        } finally {
            threads.shutdown();
        }

        List<String> said = new ArrayList<>(lines(ada, "s1"));
        Collections.sort(said);
        List<String> expected = IntStream.range(0, 2 * rounds)
                .mapToObj(i -> "user: thread " + i / rounds + " statement " + i % rounds)
                .sorted()
                .toList();
        assertThat(said).isEqualTo(expected);
    }

    @Test
    @SuppressWarnings("NullAway")
    void a_list_or_a_message_that_is_null_is_refused_by_name() {
        UserSession id = new UserSession("ada", "s1");
        SessionChatMemory memory = SessionChatMemory.of(store, id, 4_000);

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> store.updateMessages(id, null),
                () -> store.updateMessages(id, Collections.singletonList(null)),
                () -> memory.set((Iterable<ChatMessage>) null),
                () -> memory.set(Collections.singletonList(null)),
                () -> memory.add((ChatMessage) null))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(call)
                    .withMessageMatching(".*messages? is null; give a value");
        }
        assertThat(store.getMessages(id)).isEmpty();
    }

    @Test
    @SuppressWarnings("NullAway")
    void a_session_that_is_null_is_refused_by_name() {
        DaybookChatMemoryStore nowhere =
                DaybookChatMemoryStore.of(SessionLocator.of(id -> new SessionAddress(daybook.user("ada"), null)));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> nowhere.getMessages(7))
                .withMessage("session is null; give a value");
    }

    @Test
    @SuppressWarnings("NullAway")
    void a_factory_refuses_null_by_the_name_of_the_argument() {
        SessionLocator locator = SessionLocator.users(daybook::user);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> DaybookChatMemoryStore.of(locator, null))
                .withMessage("recallTools is null; give a value");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DaybookChatMemoryStore.of(locator, Collections.singleton(null)))
                .withMessage("an element of recallTools is null; give a value");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DaybookAgenticScopeStore.of(null))
                .withMessage("space is null; give a value");
    }

    @Test
    void a_call_of_a_tool_without_a_name_ends_no_chat() {
        UserSession id = new UserSession("ada", "s1");
        SessionChatMemory memory = SessionChatMemory.of(store, id, 4_000);
        ToolExecutionRequest nameless =
                ToolExecutionRequest.builder().id("c1").arguments("{}").build();

        memory.add(UserMessage.from("What is the weather?"));
        memory.add(AiMessage.from(nameless));
        memory.add(ToolExecutionResultMessage.from(nameless, "There is no such tool."));
        memory.add(AiMessage.from("I cannot tell."));

        assertThat(memory.messages()).hasSize(4);
        assertThat(lines(daybook.user("ada"), "s1")).last().isEqualTo("assistant: I cannot tell.");
        assertThat(DaybookChatMemoryStore.of(SessionLocator.users(daybook::user))
                        .getMessages(id))
                .hasSize(4);
    }
}
