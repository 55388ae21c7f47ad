package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.AdvisorChain;
import org.springframework.ai.chat.client.advisor.api.BaseAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import reactor.core.Disposable;

class DaybookAdvisorTest {

    @TempDir
    Path folder;

    private Daybook daybook;
    private Memory ada;
    private DaybookAdvisor advisor;

    @BeforeEach
    void open() {
        daybook = Daybook.builder(folder).noEmbedder().open();
        ada = daybook.user("ada");
        advisor = DaybookAdvisor.of(ConversationLocator.users(daybook.space("default")));
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    static ChatClient.ChatClientRequestSpec ask(ChatModel model, Advisor advisor, String session, String text) {
        return ChatClient.builder(model)
                .build()
                .prompt()
                .user(text)
                .advisors(spec -> spec.advisors(advisor)
                        .param(ChatMemory.CONVERSATION_ID, new UserConversation("ada", session).id()));
    }

    private List<String> logged(String session) {
        return ada.session(session).turns(100).stream()
                .map(turn -> turn.message().role() + ": " + turn.message().text())
                .toList();
    }

    @Test
    void the_second_session_knows_the_first() {
        ScriptedChat model = ScriptedChat.answering("Fine.");
        ask(model, advisor, "first", "My daughter Mia is allergic to peanuts.")
                .call()
                .content();
        ask(model, advisor, "second", "What is Mia allergic to?").call().content();

        assertThat(model.prompts().get(1).getSystemMessage().getText()).contains("allergic to peanuts");
        assertThat(model.prompts().get(1).getUserMessage().getText()).isEqualTo("What is Mia allergic to?");
    }

    @Test
    void recalled_text_is_not_captured_as_the_users_words() {
        ScriptedChat model = ScriptedChat.answering("Fine.");
        ask(model, advisor, "first", "Mia is allergic to peanuts.").call().content();
        ask(model, advisor, "second", "What is Mia allergic to?").call().content();

        assertThat(logged("second")).containsExactly("user: What is Mia allergic to?", "assistant: Fine.");
    }

    @Test
    void a_streamed_answer_is_captured_whole() {
        ScriptedChat model = ScriptedChat.answering("It ", "is ", "warm.");
        ask(model, advisor, "s", "Is it warm?").stream().content().collectList().block();

        assertThat(logged("s")).containsExactly("user: Is it warm?", "assistant: It is warm.");
    }

    @Test
    void a_stream_through_the_base_advisor_keeps_no_answer() {
        ScriptedChat model = ScriptedChat.answering("It ", "is ", "warm.");
        ask(model, new NaiveAdvisor(ada), "s", "Is it warm?").stream()
                .content()
                .collectList()
                .block();

        assertThat(logged("s")).doesNotContain("assistant: It is warm.");
    }

    @Test
    void a_stream_that_is_cancelled_keeps_what_was_shown_once() throws Exception {
        ScriptedChat model = ScriptedChat.answering("It ", "is ", "warm ", "in ", "Lisbon.");
        assertThat(ask(model, advisor, "s", "Is it warm?").stream()
                        .content()
                        .take(3)
                        .collectList()
                        .block())
                .containsExactly("It ", "is ", "warm ");
        while (logged("s").size() < 2) {
            Thread.onSpinWait();
        }

        assertThat(logged("s")).containsExactly("user: Is it warm?", "assistant: It is warm ");
        assertThat(ada.find(Episode.class, ada.session("s").turns(1).get(0).episode()))
                .hasValueSatisfying(episode -> {
                    assertThat(episode.isBrokenOff()).isTrue();
                    assertThat(episode.isUnanswered()).isFalse();
                });
        ask(model, advisor, "s", "And now?").call().content();
        assertThat(model.prompts().get(1).getSystemMessage().getText())
                .endsWith("> assistant: It is warm \n(This answer was broken off.)");
        assertThat(logged("s")).hasSize(4);
    }

    @Test
    void a_stream_that_is_cancelled_before_its_first_word_keeps_the_statement_only() {
        Disposable client = ask(ScriptedChat.silent(), advisor, "s", "I moved to Lisbon.").stream()
                .content()
                .subscribe();
        while (logged("s").isEmpty()) {
            Thread.onSpinWait();
        }
        client.dispose();

        ask(ScriptedChat.answering("Fine."), advisor, "s", "I moved to Lisbon.")
                .call()
                .content();
        assertThat(logged("s")).containsExactly("user: I moved to Lisbon.", "assistant: Fine.");
    }

    @Test
    void a_stream_that_breaks_off_keeps_the_statement() {
        ScriptedChat model = ScriptedChat.breakingOffAfter("It ", "is ");

        assertThatThrownBy(() -> ask(model, advisor, "s", "I moved to Lisbon.").stream()
                        .content()
                        .collectList()
                        .block())
                .hasMessageContaining("reset");

        assertThat(logged("s")).containsExactly("user: I moved to Lisbon.");
    }

    @Test
    void a_model_that_fails_keeps_the_statement() {
        ScriptedChat model = ScriptedChat.breakingOffAfter();

        assertThatThrownBy(() ->
                        ask(model, advisor, "s", "I moved to Lisbon.").call().content())
                .hasMessageContaining("reset");

        assertThat(logged("s")).containsExactly("user: I moved to Lisbon.");
    }

    @Test
    void a_call_without_a_user_is_refused() {
        ScriptedChat model = ScriptedChat.answering("Fine.");
        ChatClient client = ChatClient.builder(model).defaultAdvisors(advisor).build();

        assertThatThrownBy(() -> client.prompt().user("Hello").call().content())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ChatMemory.CONVERSATION_ID");
        assertThat(model.prompts()).isEmpty();
        assertThat(daybook.spaces()).isEmpty();
    }

    @Test
    void a_call_with_a_tool_is_captured_once() {
        ToolCallingChat model = new ToolCallingChat();

        ChatClient.builder(model)
                .build()
                .prompt()
                .user("Remember that I like green tea.")
                .tools(MemoryFileTools.of(ada))
                .advisors(spec ->
                        spec.advisors(advisor).param(ChatMemory.CONVERSATION_ID, new UserConversation("ada", "s").id()))
                .call()
                .content();

        assertThat(model.calls).isEqualTo(2);
        assertThat(ada.blocks().find("memories/tea.md").orElseThrow().content()).isEqualTo("She likes green tea.");
        assertThat(logged("s")).containsExactly("user: Remember that I like green tea.", "assistant: I will.");
    }

    @Test
    void recall_only_writes_nothing() {
        ScriptedChat model = ScriptedChat.answering("Fine.");
        Advisor recall = DaybookAdvisor.recallOnly(ConversationLocator.users(daybook.space("default")));
        ask(model, recall, "s", "Hello").call().content();

        assertThat(logged("s")).isEmpty();
    }

    @Test
    void an_advisor_that_changes_the_users_message_captures_recalled_text_again() {
        ScriptedChat model = ScriptedChat.answering("Fine.");
        NaiveAdvisor naive = new NaiveAdvisor(ada);
        ask(model, naive, "s", "Mia is allergic to peanuts.").call().content();
        ask(model, naive, "s", "What is Mia allergic to?").call().content();

        assertThat(logged("s"))
                .filteredOn(turn -> turn.startsWith("user: ") && turn.contains("Mia is allergic to peanuts."))
                .hasSize(2);
    }

    /** Calls a memory tool first, and answers when it has the result. */
    private static final class ToolCallingChat implements ChatModel {

        private int calls;

        @Override
        public ChatOptions getOptions() {
            return ToolCallingChatOptions.builder().build();
        }

        @Override
        public ChatResponse call(Prompt prompt) {
            calls++;
            AssistantMessage answer = calls > 1
                    ? new AssistantMessage("I will.")
                    : AssistantMessage.builder()
                            .content("")
                            .toolCalls(List.of(new AssistantMessage.ToolCall(
                                    "c1",
                                    "function",
                                    "MemoryCreate",
                                    "{\"path\":\"/memories/tea.md\",\"fileText\":\"She likes green tea.\"}")))
                            .build();
            return new ChatResponse(List.of(new Generation(answer)));
        }
    }

    /** A competent first attempt: the recalled text in the user's message, the chat written with the answer. */
    private record NaiveAdvisor(Memory memory) implements BaseAdvisor {

        private static final String ASKED = "asked";

        @Override
        public ChatClientRequest before(ChatClientRequest request, AdvisorChain chain) {
            String question = request.prompt().getUserMessage().getText();
            String recalled = memory.recall(question).stream()
                    .map(hit -> ((Episode) hit.entry()).messages().get(0).text())
                    .collect(Collectors.joining("\n"));
            String asked = recalled + "\n" + question;
            return request.mutate()
                    .prompt(request.prompt()
                            .augmentUserMessage(
                                    message -> message.mutate().text(asked).build()))
                    .context(ASKED, asked)
                    .build();
        }

        @Override
        public ChatClientResponse after(ChatClientResponse response, AdvisorChain chain) {
            memory.session("s")
                    .remember(
                            Message.user((String) response.context().get(ASKED)),
                            Message.assistant(response.chatResponse()
                                    .getResult()
                                    .getOutput()
                                    .getText()));
            return response;
        }

        @Override
        public int getOrder() {
            return 0;
        }
    }
}
