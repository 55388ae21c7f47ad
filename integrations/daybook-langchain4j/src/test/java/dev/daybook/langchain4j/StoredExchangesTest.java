package dev.daybook.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.internal.window.ExchangeWriter;
import dev.daybook.internal.window.ToolPairs;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.SizeLimits;
import dev.daybook.query.SpaceSettings.Secrets;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.rag.AugmentationRequest;
import dev.langchain4j.rag.query.Metadata;
import dev.langchain4j.rag.query.Query;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One exchange is one episode, and no window is one that providers refuse. */
class StoredExchangesTest {

    private static final UserSession ID = new UserSession("ada", "s1");
    private static final String HALF = "party \uD83C";

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

    private void restart() {
        daybook.close();
        open();
    }

    private SessionLocator users() {
        return SessionLocator.users(daybook::user);
    }

    private SessionChatMemory memory() {
        return SessionChatMemory.of(DaybookChatMemoryStore.of(users()), ID, 4_000);
    }

    private ChatMemory windowOfMessages() {
        return MessageWindowChatMemory.builder()
                .id(ID)
                .maxMessages(20)
                .chatMemoryStore(DaybookChatMemoryStore.of(users()))
                .build();
    }

    private static AiMessage calling(String... ids) {
        return AiMessage.from(Stream.of(ids)
                .map(id -> ToolExecutionRequest.builder()
                        .id(id)
                        .name("weather")
                        .arguments("{}")
                        .build())
                .toList());
    }

    private static ToolExecutionResultMessage result(String id, String text) {
        return ToolExecutionResultMessage.from(id, "weather", text);
    }

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

    private static List<String> results(List<ChatMessage> window) {
        return window.stream()
                .filter(ToolExecutionResultMessage.class::isInstance)
                .map(message -> ((ToolExecutionResultMessage) message).text())
                .toList();
    }

    /** As providers do: each call is followed by its results, and nothing else has a result. */
    private static boolean isAccepted(List<ChatMessage> window) {
        Set<String> open = new HashSet<>();
        for (ChatMessage message : window) {
            if (message instanceof ToolExecutionResultMessage result) {
                if (!open.remove(result.id())) {
                    return false;
                }
            } else if (!open.isEmpty()) {
                return false;
            } else if (message instanceof AiMessage answer) {
                answer.toolExecutionRequests().forEach(request -> open.add(request.id()));
            }
        }
        return open.isEmpty();
    }

    @Test
    void a_loop_of_tool_calls_is_one_episode_with_its_question() {
        for (ChatMemory memory : List.of(memory(), windowOfMessages())) {
            memory.add(UserMessage.from("Is it warm?"));
            assertThat(memory().messages()).last().isEqualTo(UserMessage.from("Is it warm?"));
            memory.add(calling("c1"));
            memory.add(result("c1", "20 degrees"));
            memory.add(AiMessage.from("It is warm."));
        }

        List<String> exchange =
                List.of("user: Is it warm?", "assistant: ", "tool: 20 degrees", "assistant: It is warm.");
        assertThat(episodes()).containsExactly(exchange, exchange);
        List<ChatMessage> window = memory().messages();
        restart();
        assertThat(memory().messages()).isEqualTo(window).hasSize(8);
    }

    @Test
    void an_exchange_that_a_crash_interrupted_goes_on_in_its_episode() {
        memory().add(UserMessage.from("Is it warm?"));
        restart();
        memory().add(AiMessage.from("It is warm."));

        assertThat(episodes()).containsExactly(List.of("user: Is it warm?", "assistant: It is warm."));
    }

    @Test
    void a_long_loop_is_not_written_again_as_a_whole_with_each_message() {
        SessionChatMemory memory = memory();
        memory.add(UserMessage.from("Read everything."));
        for (int i = 0; i < 6; i++) {
            memory.add(calling("c" + i));
            memory.add(result("c" + i, "x".repeat(40_000)));
        }
        memory.add(AiMessage.from("Done."));

        assertThat(episodes()).hasSizeBetween(2, 4);
        assertThat(episodes().stream().mapToInt(List::size).sum()).isEqualTo(14);
        assertThat(isAccepted(memory.messages())).isTrue();
    }

    @Test
    void a_call_whose_process_died_is_answered_in_the_window_and_never_in_the_log() {
        memory().add(UserMessage.from("Is it warm?"));
        memory().add(calling("c1", "c2"));
        memory().add(result("c1", "20 degrees"));
        restart();

        for (ChatMemory memory : List.of(memory(), windowOfMessages())) {
            assertThat(isAccepted(memory.messages())).isTrue();
            memory.add(UserMessage.from("Are you there?"));
            assertThat(isAccepted(memory.messages())).isTrue();
            assertThat(results(memory.messages())).containsExactly("20 degrees", ToolPairs.NO_RESULT);
        }
        windowOfMessages().add(result("c2", "late"));

        assertThat(results(memory().messages())).containsExactly("20 degrees", "late");
        assertThat(isAccepted(memory().messages())).isTrue();
        assertThat(episodes().toString()).doesNotContain(ToolPairs.NO_RESULT);
    }

    @Test
    void the_stand_in_of_a_running_call_takes_no_place_in_a_window_of_some_messages() {
        ChatMemory window = MessageWindowChatMemory.builder()
                .id(ID)
                .maxMessages(4)
                .chatMemoryStore(DaybookChatMemoryStore.of(users()))
                .build();
        for (ChatMessage message : List.of(
                UserMessage.from("hello"),
                AiMessage.from("hi"),
                UserMessage.from("Is it warm?"),
                calling("c1"),
                result("c1", "20 degrees"))) {
            window.add(message);
        }

        assertThat(window.messages())
                .containsExactly(
                        AiMessage.from("hi"),
                        UserMessage.from("Is it warm?"),
                        calling("c1"),
                        result("c1", "20 degrees"));
    }

    @Test
    void answers_that_follow_each_other_do_not_join_older_questions() {
        SessionChatMemory memory = memory();
        for (int i = 0; i < 6; i++) {
            memory.add(UserMessage.from("question " + i));
        }
        for (int i = 0; i < 3; i++) {
            memory.add(AiMessage.from("answer " + i));
        }

        assertThat(episodes())
                .endsWith(
                        List.of("user: question 5", "assistant: answer 0"),
                        List.of("assistant: answer 1"),
                        List.of("assistant: answer 2"));
        assertThat(memory.messages()).hasSize(9);
    }

    @Test
    void a_result_without_its_call_is_not_shown() {
        DaybookChatMemoryStore store = DaybookChatMemoryStore.of(users());
        store.updateMessages(ID, List.of(result("c0", "lost"), UserMessage.from("hello")));

        assertThat(store.getMessages(ID)).containsExactly(UserMessage.from("hello"));
    }

    @Test
    void two_requests_at_one_time_have_an_order_that_providers_accept_and_an_episode_each() throws Exception {
        SessionChatMemory memory = memory();
        CyclicBarrier together = new CyclicBarrier(2);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<Boolean>> requests = IntStream.range(0, 2)
                    .mapToObj(i -> threads.submit(() -> {
                        boolean accepted = true;
                        List<ChatMessage> steps = List.of(
                                UserMessage.from("question " + i),
                                calling("call " + i),
                                result("call " + i, "result " + i),
                                AiMessage.from("answer " + i));
                        for (ChatMessage step : steps) {
                            together.await();
                            memory.add(step);
                            together.await();
                            // While its own call runs, a request adds results and asks no model.
                            accepted &= step instanceof AiMessage || isAccepted(memory.messages());
                        }
                        return accepted;
                    }))
                    .toList();
            for (Future<Boolean> request : requests) {
                assertThat(request.get()).isTrue();
            }
        } finally {
            threads.shutdown();
        }

        assertThat(isAccepted(memory.messages())).isTrue();
        assertThat(memory.messages()).hasSize(8);
        assertThat(episodes())
                .containsExactlyInAnyOrder(
                        List.of("user: question 0", "assistant: ", "tool: result 0", "assistant: answer 0"),
                        List.of("user: question 1", "assistant: ", "tool: result 1", "assistant: answer 1"));
        restart();
        assertThat(memory().messages()).hasSize(8);
    }

    @Test
    void a_result_that_the_log_cannot_hold_is_shortened_and_the_session_goes_on() {
        SessionChatMemory memory = memory();
        memory.add(UserMessage.from(HALF));
        memory.add(calling("c1", "c2"));
        memory.add(result("c1", HALF));
        memory.add(result("c2", "y".repeat(20_000_000)));
        memory.add(AiMessage.from(HALF));

        assertThat(isAccepted(memory.messages())).isTrue();
        List<String> logged = episodes().get(0);
        assertThat(logged).hasSize(5).contains("user: party \uFFFD", "tool: party \uFFFD", "assistant: party \uFFFD");
        assertThat(logged.get(3))
                .hasSize("tool: ".length() + SizeLimits.MESSAGE_TEXT)
                .endsWith(" [cut here: the text has 20,000,000 characters]");
        restart();
        assertThat(isAccepted(memory().messages())).isTrue();
    }

    @Test
    void a_result_that_the_space_refuses_is_withheld_from_the_log_and_not_from_the_chat() {
        daybook.space("default").changeSettings(settings -> settings.secrets(Secrets.REJECT));
        String key = "AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE";
        SessionChatMemory memory = memory();
        memory.add(UserMessage.from("Read the page."));
        memory.add(calling("c1"));
        memory.add(result("c1", key));

        assertThat(results(memory.messages())).containsExactly(key);
        memory.add(AiMessage.from("It has a key."));
        assertThat(episodes())
                .containsExactly(List.of(
                        "user: Read the page.",
                        "assistant: ",
                        "tool: " + ExchangeWriter.WITHHELD,
                        "assistant: It has a key."));
    }

    @Test
    void a_setting_that_would_refuse_the_question_by_now_does_not_end_the_chat() {
        SessionChatMemory memory = memory();
        memory.add(UserMessage.from("AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE"));
        daybook.space("default").changeSettings(settings -> settings.secrets(Secrets.REJECT));
        memory.add(AiMessage.from("Keep it secret."));

        assertThat(episodes())
                .containsExactly(
                        List.of("user: AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE"), List.of("assistant: Keep it secret."));
    }

    @Test
    void half_an_emoji_and_a_very_long_question_are_recalled_for() {
        ada.session("earlier").remember(Message.user("I love parties."));
        String tooLong = "parties " + "word ".repeat(300_000);

        for (String text : List.of("parties \uD83C", tooLong)) {
            UserMessage question = UserMessage.from(text);
            Metadata metadata = Metadata.from(question, ID, new ArrayList<>());
            assertThat(ContextAugmentor.of(users())
                            .augment(new AugmentationRequest(question, metadata))
                            .chatMessage()
                            .toString())
                    .contains("I love parties.");
            assertThat(MemoryRetriever.of(users()).retrieve(new Query(text, metadata)))
                    .isNotEmpty();
            assertThat(LangChain4jTools.of(users()).recall(ID, text)).contains("I love parties.");
        }
    }

    @Test
    void a_tool_tells_the_model_that_a_text_is_refused() {
        daybook.space("default").changeSettings(settings -> settings.secrets(Secrets.REJECT));

        assertThat(LangChain4jTools.of(users()).remember(ID, "AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE"))
                .startsWith("Nothing stored: ")
                .contains("password or a key");
        assertThat(episodes()).isEmpty();
    }
}
