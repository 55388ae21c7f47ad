package dev.daybook.chat;

import dev.daybook.spring.DaybookAdvisor;
import dev.daybook.spring.UserConversation;
import java.util.Objects;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.stereotype.Component;

/** An assistant whose advisor recalls earlier sessions and writes this one. */
@Component
class ChatAssistant {

    private final ChatClient chat;

    ChatAssistant(ChatClient.Builder builder, DaybookAdvisor daybook) {
        chat = builder.defaultAdvisors(daybook).build();
    }

    String ask(String user, String session, String text) {
        // tag::ask[]
        String conversation = new UserConversation(user, session).id();
        String answer = chat.prompt()
                .user(text)
                .advisors(call -> call.param(ChatMemory.CONVERSATION_ID, conversation))
                .call()
                .content();
        // end::ask[]
        return Objects.requireNonNullElse(answer, "");
    }
}
