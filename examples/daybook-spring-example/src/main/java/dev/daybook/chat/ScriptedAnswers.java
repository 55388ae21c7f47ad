package dev.daybook.chat;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * A chat model without a server. It answers a question with the first statement of the user in the recalled memory, so
 * that its answers show the content of the prompt.
 */
final class ScriptedAnswers implements ChatModel {

    private static final String RECALLED = "> user: ";

    @Override
    public ChatOptions getOptions() {
        return ChatOptions.builder().build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        return new ChatResponse(List.of(new Generation(new AssistantMessage(answer(prompt)))));
    }

    private static String answer(Prompt prompt) {
        if (!Objects.requireNonNullElse(prompt.getUserMessage().getText(), "").endsWith("?")) {
            return "I see.";
        }
        return recalled(prompt)
                .map(statement -> "You told me: \"" + statement + "\"")
                .orElse("You have not told me yet.");
    }

    private static Optional<String> recalled(Prompt prompt) {
        return Objects.requireNonNullElse(prompt.getSystemMessage().getText(), "")
                .lines()
                .filter(line -> line.startsWith(RECALLED) && !line.endsWith("?"))
                .map(line -> line.substring(RECALLED.length()))
                .findFirst();
    }
}
