package dev.daybook.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.outcome.Hit;
import dev.daybook.spring.ConversationLocator;
import dev.daybook.spring.UserConversation;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

class ChatApplicationTest {

    @TempDir
    Path folder;

    /** Starts the application, has a session with it, and ends it. */
    private String session(String user, String session, String... lines) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (ConfigurableApplicationContext application = SpringApplication.run(
                ChatApplication.class,
                "--daybook.folder=" + folder,
                "--chat.user=" + user,
                "--chat.session=" + session,
                "--chat.terminal=false")) {
            application
                    .getBean(TerminalChat.class)
                    .talk(
                            new BufferedReader(new StringReader(String.join("\n", lines))),
                            new PrintStream(output, true, StandardCharsets.UTF_8));
        }
        return output.toString(StandardCharsets.UTF_8);
    }

    /** Returns what the assistant of a user can recall. */
    private List<String> recalled(String user) {
        try (ConfigurableApplicationContext application =
                SpringApplication.run(ChatApplication.class, "--daybook.folder=" + folder, "--chat.terminal=false")) {
            return application
                    .getBean(ConversationLocator.class)
                    .locate(new UserConversation(user, "friday").id())
                    .memory()
                    .recall("hotel of the trip, cold breakfast, flight")
                    .stream()
                    .map(Hit::text)
                    .toList();
        }
    }

    @Test
    void the_second_session_knows_the_first() throws IOException {
        session("ada", "monday", "My daughter Mia is allergic to peanuts.", "We moved to Lisbon in May.");

        assertThat(session("ada", "friday", "What must I not cook for Mia?"))
                .isEqualToNormalizingNewlines("-- session friday of ada\n"
                        + "ada: What must I not cook for Mia?\n"
                        + "assistant: You told me: \"My daughter Mia is allergic to peanuts.\"\n");
    }

    @Test
    void another_user_does_not() throws IOException {
        session("ada", "monday", "My daughter Mia is allergic to peanuts.");

        assertThat(session("bob", "friday", "What must I not cook for Mia?"))
                .contains("assistant: You have not told me yet.");
    }

    @Test
    void a_user_hears_of_its_agents_and_the_team_and_another_user_of_the_team_only() throws IOException {
        try (Daybook daybook = Daybook.open(folder)) {
            Memory ada = daybook.user("ada");
            ada.agent("planner").session("trip").remember(Message.user("The hotel of the trip is the Astoria."));
            ada.agent("critic").session("trip").remember(Message.user("The breakfast was cold last time."));
            daybook.space("default")
                    .agent("team")
                    .session("rules")
                    .remember(Message.user("Mara books every flight of the trip."));
        }

        assertThat(recalled("ada"))
                .contains(
                        "user: The hotel of the trip is the Astoria.",
                        "user: The breakfast was cold last time.",
                        "user: Mara books every flight of the trip.");
        assertThat(recalled("bob")).containsExactly("user: Mara books every flight of the trip.");
        assertThat(session("bob", "friday", "Who books the flight?"))
                .contains("assistant: You told me: \"Mara books every flight of the trip.\"");
        session("ada", "friday", "I like the Astoria.");
        try (Daybook daybook = Daybook.open(folder)) {
            assertThat(daybook.user("ada").agent("planner").sessions()).hasSize(1);
            assertThat(daybook.user("ada").sessions()).isNotEmpty();
        }
    }
}
