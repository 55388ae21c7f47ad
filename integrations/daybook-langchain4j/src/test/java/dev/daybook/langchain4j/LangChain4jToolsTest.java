package dev.daybook.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Hit;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LangChain4jToolsTest {

    private static final UserSession ID = new UserSession("ada", "s1");

    interface Assistant {
        String chat(@MemoryId UserSession id, @UserMessage String text);
    }

    @TempDir
    Path folder;

    private Daybook daybook;
    private Memory ada;
    private LangChain4jTools tools;

    @BeforeEach
    void open() {
        daybook = StoredTurns.daybook(folder);
        ada = daybook.user("ada");
        tools = LangChain4jTools.of(SessionLocator.users(daybook::user));
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    private static ToolExecutionRequest call(String tool, String arguments) {
        return ToolExecutionRequest.builder()
                .id(tool)
                .name(tool)
                .arguments(arguments)
                .build();
    }

    private Assistant assistant(ScriptedChatModel model) {
        return AiServices.builder(Assistant.class)
                .chatModel(model)
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(10))
                .tools(tools)
                .build();
    }

    @Test
    void a_model_remembers_and_recalls_in_the_scope_of_the_call() {
        ScriptedChatModel model = ScriptedChatModel.answering()
                .then(AiMessage.from(call("rememberText", "{\"text\":\"Ada keeps two goats.\"}")))
                .then(AiMessage.from(call("recallMemory", "{\"question\":\"goats\"}")))
                .then("Done.");
        assertThat(assistant(model).chat(ID, "Remember my goats.")).isEqualTo("Done.");

        Hit hit = ada.recall("goats").get(0);
        assertThat(hit.text()).isEqualTo("assistant: Ada keeps two goats.");
        assertThat(hit.trust()).isEqualTo(Trust.ASSISTANT);
        assertThat(model.messages(2).toString()).contains("> assistant: Ada keeps two goats.", hit.id());
        assertThat(daybook.space("default").scopes()).containsExactly(ada.scope());
    }

    @Test
    void a_model_forgets_only_its_own_texts() {
        String own = tools.remember(ID, "Ada keeps goats.").replaceAll("Stored with id (.*)\\.", "$1");
        String said = ada.session("s1").remember(Message.user("I keep sheep.")).id();

        assertThat(tools.forget(ID, said)).contains("you did not store this text");
        assertThat(tools.forget(ID, "unknown")).contains("no text with this id");
        assertThat(tools.forget(ID, " ")).contains("the id is empty");
        assertThat(tools.forget(new UserSession("bob", "s1"), own)).contains("no text with this id");
        assertThat(tools.forget(ID, own)).isEqualTo("Erased.");

        assertThat(ada.find(Episode.class, own)).isEmpty();
        assertThat(ada.find(Episode.class, said)).isPresent();
    }

    @Test
    void an_empty_text_is_not_stored_and_an_empty_memory_is_said_to_be() {
        assertThat(tools.remember(ID, " ")).startsWith("Nothing stored");
        assertThat(tools.recall(ID, "goats")).isEqualTo("Nothing found.");
    }

    @Test
    void an_argument_that_the_model_left_out_is_named() {
        ScriptedChatModel model = ScriptedChatModel.answering()
                .then(AiMessage.from(call("rememberText", "{}")))
                .then(AiMessage.from(call("recallMemory", "{}")))
                .then(AiMessage.from(call("forgetText", "{}")))
                .then("Done.");
        assertThat(assistant(model).chat(ID, "Remember my goats.")).isEqualTo("Done.");
        assertThat(model.messages(3).toString())
                .contains(
                        "Nothing stored: the text is empty.",
                        "Nothing found: the question is missing.",
                        "Nothing erased: the id is empty.");
        assertThat(daybook.space("default").scopes()).isEmpty();
    }

    @Test
    void a_call_without_a_user_is_an_error() {
        assertThatThrownBy(() -> tools.remember("default", "Ada keeps goats."))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("@MemoryId");
        assertThat(daybook.space("default").scopes()).isEmpty();
    }
}
