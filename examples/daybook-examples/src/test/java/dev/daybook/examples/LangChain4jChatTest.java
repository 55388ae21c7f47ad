package dev.daybook.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the chat as a user does: each session is a process of its own, on the same folder. */
class LangChain4jChatTest {

    private static final Path README = Path.of("..", "..", "README.md");

    private static final String TRANSCRIPT = """
            ada, monday
            > I moved to Lisbon in May.
            Lovely! How is it?

            ada, tuesday
            > Where do I live now?
            In Lisbon, since May.

            bob, tuesday
            > Where do I live now?
            I do not know.

            """;

    @TempDir
    Path folder;

    private ScriptedCompletionServer model;

    @BeforeEach
    void start() throws Exception {
        model = new ScriptedCompletionServer();
    }

    @AfterEach
    void stop() {
        model.close();
    }

    @Test
    void the_second_session_knows_the_first_and_no_other_user_does() throws Exception {
        String transcript = session("ada", "monday", "I moved to Lisbon in May.")
                + session("ada", "tuesday", "Where do I live now?")
                + session("bob", "tuesday", "Where do I live now?");

        assertThat(transcript).isEqualTo(TRANSCRIPT);
        assertThat(Files.readString(README)).contains("```text\n" + TRANSCRIPT.strip() + "\n```");
        assertThat(model.requests()).hasSize(3);
        assertThat(model.requests().get(1)).contains("session \\\"monday\\\"");
    }

    private String session(String user, String session, String line) throws Exception {
        Path input = Files.writeString(folder.resolve("input.txt"), line + "\n");
        Path output = folder.resolve("output.txt");
        Path errors = folder.resolve("errors.txt");
        List<String> options = List.of("-Dchat.model=script", "-Dchat.url=" + model.address());
        int exitCode = ExampleProgram.run(ExampleProgram.of(LangChain4jChat.class, folder, options, user, session)
                .redirectInput(input.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile()));
        assertThat(exitCode).as(Files.readString(errors)).isZero();
        String answer = Files.readString(output, StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
        return user + ", " + session + "\n> " + line + "\n" + answer + "\n";
    }
}
