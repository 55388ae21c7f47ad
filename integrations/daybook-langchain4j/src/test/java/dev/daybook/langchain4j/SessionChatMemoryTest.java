package dev.daybook.langchain4j;

import static dev.daybook.langchain4j.StoredTurns.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionChatMemoryTest {

    private static final UserSession ID = new UserSession("ada", "s1");

    /** Enough for all that a test says. */
    private static final int PLENTY = 10_000;

    @TempDir
    Path folder;

    private Daybook daybook;
    private Memory ada;
    private DaybookChatMemoryStore store;

    @BeforeEach
    void open() {
        daybook = StoredTurns.daybook(folder);
        ada = daybook.user("ada");
        store = DaybookChatMemoryStore.of(SessionLocator.users(daybook::user));
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    /** One token per message. */
    private SessionChatMemory ofMessages(int messages) {
        return SessionChatMemory.of(store, ID, messages, text -> 1);
    }

    @Test
    void the_window_is_the_newest_messages_within_the_budget() {
        SessionChatMemory memory = ofMessages(3);
        IntStream.range(0, 6).forEach(i -> memory.add(UserMessage.from("statement " + i)));

        assertThat(memory.messages())
                .containsExactly(
                        UserMessage.from("statement 3"),
                        UserMessage.from("statement 4"),
                        UserMessage.from("statement 5"));
        assertThat(lines(ada, "s1")).hasSize(6);
    }

    @Test
    void tokens_are_counted_with_the_given_counter() {
        SessionChatMemory memory = SessionChatMemory.of(store, ID, 25, String::length);
        memory.add(UserMessage.from("0123456789"));
        memory.add(UserMessage.from("abcdefghij"));

        // "USER: " and ten characters: one fits, two do not.
        assertThat(memory.messages()).containsExactly(UserMessage.from("abcdefghij"));
        assertThat(MessageTokens.approximate().estimateTokenCountInText("12345678"))
                .isEqualTo(2);
    }

    @Test
    void the_system_message_stays_and_is_replaced() {
        SessionChatMemory memory = ofMessages(2);
        memory.add(SystemMessage.from("Be kind."));
        memory.add(UserMessage.from("a"));
        memory.add(SystemMessage.from("Be terse."));
        memory.add(UserMessage.from("b"));

        assertThat(memory.messages()).containsExactly(SystemMessage.from("Be terse."), UserMessage.from("b"));
        assertThat(lines(ada, "s1")).containsExactly("user: a", "user: b");
    }

    @Test
    void a_tool_result_never_stands_without_its_call() {
        AiMessage call = AiMessage.from(ToolExecutionRequest.builder()
                .id("1")
                .name("weather")
                .arguments("{}")
                .build());
        ChatMessage result = ToolExecutionResultMessage.from("1", "weather", "rain");
        SessionChatMemory memory = ofMessages(2);
        memory.add(UserMessage.from("Does it rain?"));
        memory.add(call);
        memory.add(result);
        assertThat(memory.messages()).containsExactly(call, result);

        memory.add(AiMessage.from("Yes."));
        assertThat(memory.messages()).containsExactly(AiMessage.from("Yes."));
    }

    @Test
    void the_newest_message_is_shown_even_beyond_the_budget() {
        SessionChatMemory memory = SessionChatMemory.of(store, ID, 1);
        memory.add(UserMessage.from("a".repeat(100)));

        assertThat(memory.messages()).hasSize(1);
        assertThatThrownBy(() -> SessionChatMemory.of(store, ID, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxTokens is 0");
    }

    @Test
    void a_list_that_is_set_is_written_whole_and_shown_within_the_budget() {
        SessionChatMemory memory = ofMessages(1);

        memory.set(UserMessage.from("a"), UserMessage.from("b"));

        assertThat(memory.messages()).containsExactly(UserMessage.from("b"));
        assertThat(lines(ada, "s1")).containsExactly("user: a", "user: b");
    }

    @Test
    void a_cleared_memory_starts_anew_and_recall_finds_the_old() {
        SessionChatMemory memory = SessionChatMemory.of(store, ID, PLENTY);
        memory.add(UserMessage.from("I keep goats."));

        memory.clear();
        memory.add(UserMessage.from("Hello."));

        assertThat(memory.messages()).containsExactly(UserMessage.from("Hello."));
        assertThat(ada.recall("goats")).isNotEmpty();
    }

    @Test
    void messages_of_two_threads_are_all_in_the_window_and_in_the_log() throws Exception {
        int each = 20;
        SessionChatMemory memory = SessionChatMemory.of(store, ID, PLENTY);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<Void>> runs = IntStream.range(0, 2)
                    .mapToObj(thread -> threads.submit((Callable<Void>) () -> {
                        for (int i = 0; i < each; i++) {
                            memory.add(UserMessage.from("thread " + thread + " statement " + i));
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

        assertThat(lines(ada, "s1")).hasSize(2 * each).doesNotHaveDuplicates();
        assertThat(memory.messages()).hasSize(2 * each).doesNotHaveDuplicates();
    }
}
