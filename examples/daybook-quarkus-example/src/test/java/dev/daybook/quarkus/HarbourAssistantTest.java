package dev.daybook.quarkus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.daybook.Daybook;
import dev.daybook.langchain4j.UserSession;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
class HarbourAssistantTest {

    @Inject
    HarbourAssistant assistant;

    @Inject
    Daybook daybook;

    @Test
    void a_chat_with_a_tool_is_remembered_in_later_sessions() {
        assertEquals("Noted.", assistant.chat(new UserSession("ada", "s1"), "I get seasick on boats."));

        assertEquals(
                "It leaves at 09:05.",
                assistant.chat(new UserSession("ada", "s2"), "When does the ferry to Capri leave?"));

        assertEquals(
                List.of("user", "assistant", "tool", "assistant"),
                daybook.user("ada").session("s2").turns(10).stream()
                        .map(turn -> turn.message().role())
                        .toList());
        // The context of the second session reached the model, and is not in the log as words of the user.
        assertEquals("Sit in the middle.", assistant.chat(new UserSession("ada", "s3"), "Where should I sit?"));
        assertEquals(
                "Where should I sit?",
                daybook.user("ada").session("s3").turns(10).get(0).message().text());
    }
}
