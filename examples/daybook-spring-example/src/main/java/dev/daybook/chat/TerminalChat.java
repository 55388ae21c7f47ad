package dev.daybook.chat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/** One session on the terminal: a line of the user, an answer, until the end of the input. */
@Component
class TerminalChat implements ApplicationRunner {

    private final ChatAssistant assistant;
    private final String user;
    private final String session;
    private final boolean enabled;

    TerminalChat(
            ChatAssistant assistant,
            @Value("${chat.user:ada}") String user,
            @Value("${chat.session:first}") String session,
            @Value("${chat.terminal:true}") boolean enabled) {
        this.assistant = assistant;
        this.user = user;
        this.session = session;
        this.enabled = enabled;
    }

    @Override
    public void run(ApplicationArguments arguments) throws IOException {
        if (enabled) {
            talk(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), System.out);
        }
    }

    void talk(BufferedReader input, PrintStream output) throws IOException {
        output.println("-- session " + session + " of " + user);
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            output.println(user + ": " + line);
            output.println("assistant: " + assistant.ask(user, session, line));
        }
    }
}
