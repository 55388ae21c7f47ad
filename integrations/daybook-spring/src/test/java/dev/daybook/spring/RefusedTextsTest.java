package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.RefusedTextException;
import dev.daybook.internal.window.ExchangeWriter;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.SizeLimits;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings.Secrets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;

/** Chats with texts that the memory does not accept. */
class RefusedTextsTest {

    private static final String TRIP = new UserConversation("ada", "trip").id();
    private static final String KEY = "my key is AKIAIOSFODNN7EXAMPLE";
    private static final String FORGOTTEN = "My sister's wedding is a secret for now.";
    private static final String HALF = "party \uD83C";

    private final Daybook daybook =
            Daybook.builder(new InMemoryStore()).noEmbedder().background(false).open();
    private final Memory ada = daybook.user("ada");
    private final ConversationLocator users = ConversationLocator.users(daybook.space("default"));
    private final List<ChatFailure> failures = new CopyOnWriteArrayList<>();
    private final DaybookAdvisor advisor = DaybookAdvisor.of(users).reporting(failures::add);

    RefusedTextsTest() {
        daybook.space("default")
                .changeSettings(settings -> settings.secrets(Secrets.REJECT).refuseForgotten(true));
        ada.session("old").remember(Message.user(FORGOTTEN));
        ada.forget(Selection.session("old"));
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    private String ask(DaybookAdvisor by, String question, String answer) {
        return DaybookAdvisorTest.ask(ScriptedChat.answering(answer), by, "trip", question)
                .call()
                .content();
    }

    private List<String> logged() {
        return ada.session("trip").turns(100).stream()
                .map(turn -> turn.message().text())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {KEY, FORGOTTEN})
    void a_refused_question_does_not_end_the_chat_and_is_withheld(String question) {
        assertThat(ask(advisor, question, "Fine.")).isEqualTo("Fine.");

        assertThat(logged()).containsExactly(ExchangeWriter.WITHHELD, "Fine.");
        assertThat(failures).singleElement().satisfies(failure -> {
            assertThat(failure.step()).isEqualTo(ChatFailure.Step.REMEMBER);
            assertThat(failure.cause()).isInstanceOf(RefusedTextException.class);
        });
    }

    @Test
    void a_refused_answer_is_not_lost_to_the_caller() {
        assertThat(ask(advisor, "Echo it.", KEY)).isEqualTo(KEY);

        assertThat(logged()).containsExactly("Echo it.", ExchangeWriter.WITHHELD);
        assertThat(failures).hasSize(1);
    }

    @Test
    void a_failing_advisor_ends_the_call_with_the_refusal() {
        assertThatThrownBy(() -> ask(advisor.failing(), KEY, "Fine.")).isInstanceOf(RefusedTextException.class);
        assertThatThrownBy(() -> ask(advisor.failing(), "Echo it.", KEY)).isInstanceOf(RefusedTextException.class);
        assertThat(failures).hasSize(2);
    }

    @Test
    void half_an_emoji_is_replaced_and_a_long_text_is_cut() {
        String tooLong = "word ".repeat(600_000);

        assertThat(ask(advisor, HALF, HALF)).isEqualTo(HALF);
        assertThat(ask(advisor.failing(), tooLong, "Fine.")).isEqualTo("Fine.");

        assertThat(failures).isEmpty();
        assertThat(logged()).hasSize(4);
        assertThat(logged().subList(0, 2)).containsExactly("party \uFFFD", "party \uFFFD");
        assertThat(logged().get(2)).hasSize(SizeLimits.MESSAGE_TEXT).endsWith("characters]");
    }

    @Test
    void a_conversation_that_names_no_user_is_a_mistake_and_ends_the_call() {
        assertThatThrownBy(
                        () -> DaybookAdvisorTest.ask(ScriptedChat.answering("Fine."), advisor, "s".repeat(600), "hello")
                                .call()
                                .content())
                .isInstanceOf(IllegalArgumentException.class)
                .isNotInstanceOf(RefusedTextException.class);
    }

    @Test
    void a_window_keeps_the_result_of_a_tool_whatever_it_is() {
        DaybookChatMemoryRepository repository = DaybookChatMemoryRepository.of(users);
        List<String> results = List.of(KEY, HALF, "y".repeat(3_000_000));
        repository.saveAll(
                TRIP,
                List.of(
                        new UserMessage("Read the pages."),
                        AssistantMessage.builder()
                                .content("")
                                .toolCalls(List.of(call("0"), call("1"), call("2")))
                                .build(),
                        ToolResponseMessage.builder()
                                .responses(List.of(
                                        response("0", results.get(0)),
                                        response("1", results.get(1)),
                                        response("2", results.get(2))))
                                .build()));

        List<ToolResponseMessage.ToolResponse> stored =
                ((ToolResponseMessage) repository.findByConversationId(TRIP).get(2)).getResponses();

        assertThat(stored).extracting(ToolResponseMessage.ToolResponse::id).containsExactly("0", "1", "2");
        assertThat(stored.get(0).responseData()).isEqualTo(ExchangeWriter.WITHHELD);
        assertThat(stored.get(1).responseData()).isEqualTo("party \uFFFD");
        assertThat(stored.get(2).responseData()).hasSize(SizeLimits.MESSAGE_TEXT);
    }

    @Test
    void a_redacted_message_of_a_list_that_the_caller_kept_is_no_new_one() {
        daybook.space("default").changeSettings(settings -> settings.secrets(Secrets.REDACT));
        DaybookChatMemoryRepository repository = DaybookChatMemoryRepository.of(users);
        for (int i = 0; i < 2; i++) {
            repository.saveAll(TRIP, List.of(new UserMessage(KEY), new AssistantMessage("Noted.")));
        }

        assertThat(logged()).hasSize(2).doesNotContain(KEY);
    }

    private static AssistantMessage.ToolCall call(String id) {
        return new AssistantMessage.ToolCall(id, "function", "read", "{}");
    }

    private static ToolResponseMessage.ToolResponse response(String id, String text) {
        return new ToolResponseMessage.ToolResponse(id, "read", text);
    }
}
