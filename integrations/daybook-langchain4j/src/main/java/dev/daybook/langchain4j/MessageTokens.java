package dev.daybook.langchain4j;

import dev.daybook.local.ApproximateTokens;
import dev.daybook.spi.TokenCounter;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.TokenCountEstimator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A {@code TokenCountEstimator} over Daybook's token counter, so that the window of a chat and the context of a memory
 * are measured alike. Counts a message as a context shows it, {@code role: text}, with the names and arguments of its
 * tool calls; images and other contents without text count nothing. As thread-safe as the counter.
 */
public final class MessageTokens implements TokenCountEstimator {

    private final TokenCounter counter;

    private MessageTokens(TokenCounter counter) {
        this.counter = Objects.requireNonNull(counter, "counter");
    }

    /** Creates an estimator over a counter, best the one given to {@code DaybookBuilder.tokenCounter}. */
    public static MessageTokens of(TokenCounter counter) {
        return new MessageTokens(counter);
    }

    /** Creates an estimator over the counter that a daybook has by default: four characters per token. */
    public static MessageTokens approximate() {
        return of(new ApproximateTokens());
    }

    @Override
    public int estimateTokenCountInText(String text) {
        return counter.count(text);
    }

    @Override
    public int estimateTokenCountInMessage(ChatMessage message) {
        return counter.count(message.type().name() + ": " + text(message));
    }

    @Override
    public int estimateTokenCountInMessages(Iterable<ChatMessage> messages) {
        int tokens = 0;
        for (ChatMessage message : messages) {
            tokens += estimateTokenCountInMessage(message);
        }
        return tokens;
    }

    private static String text(ChatMessage message) {
        if (message instanceof UserMessage user) {
            return text(user.contents());
        }
        if (message instanceof SystemMessage system) {
            return system.text();
        }
        if (message instanceof ToolExecutionResultMessage result) {
            return result.toolName() + " " + text(result.contents());
        }
        return message instanceof AiMessage answer ? text(answer) : "";
    }

    private static String text(AiMessage answer) {
        String calls = answer.toolExecutionRequests().stream()
                .map(call -> " " + call.name() + " " + call.arguments())
                .collect(Collectors.joining());
        return Objects.requireNonNullElse(answer.text(), "") + calls;
    }

    private static String text(List<Content> contents) {
        return contents.stream()
                .filter(TextContent.class::isInstance)
                .map(content -> ((TextContent) content).text())
                .collect(Collectors.joining("\n"));
    }
}
