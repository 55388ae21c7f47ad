package dev.daybook.chat;

import dev.daybook.Daybook;
import dev.daybook.spring.ConversationLocator;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/**
 * A chat on the terminal that remembers earlier sessions. Run it twice with {@code --chat.user=ada} and another
 * {@code --chat.session} each time: the second session knows the first. The property {@code spring.ai.model.chat}
 * selects the model: {@code scripted} (no server), or {@code openai} with the Maven profile of this name.
 */
@SpringBootApplication
public class ChatApplication {

    /** Creates the configuration; Spring calls it. */
    public ChatApplication() {}

    /** Runs the chat until the end of the input. */
    public static void main(String[] args) {
        SpringApplication.run(ChatApplication.class, args).close();
    }

    @Bean
    ConversationLocator conversations(Daybook daybook) {
        return new TeamConversations(daybook.space("default"));
    }

    @Bean
    @ConditionalOnProperty(name = "spring.ai.model.chat", havingValue = "scripted")
    ChatModel scriptedAnswers() {
        return new ScriptedAnswers();
    }
}
