package dev.daybook.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
}
