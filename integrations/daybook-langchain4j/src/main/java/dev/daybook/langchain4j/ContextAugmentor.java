package dev.daybook.langchain4j;

import dev.daybook.internal.window.StorableText;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.RecentTurns;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.rag.AugmentationRequest;
import dev.langchain4j.rag.AugmentationResult;
import dev.langchain4j.rag.RetrievalAugmentor;
import dev.langchain4j.rag.content.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A {@code RetrievalAugmentor} that puts the context of a memory before the user's message: blocks, facts, notes,
 * summaries and recalled messages within a token budget, quoted as data. The user's own text is noted in the message,
 * so {@link DaybookChatMemoryStore} and {@link ChatCapture} write it without the context; with another store, set
 * {@code storeRetrievedContentInChatMemory(false)} on the AI service.
 *
 * <p>Reads only and calls no model. If the memory fails, the message stays as it is, and the failure is in the log.
 * Thread-safe. A request without a memory id is an {@link IllegalArgumentException},
 * see {@link SessionLocator}.
 */
public final class ContextAugmentor implements RetrievalAugmentor {

    /** Separates the quoted memory from the message, which is the only part that a model may follow. */
    static final String MESSAGE_HEADING = "The message of the user:";

    private final SessionLocator locator;
    private final ContextOptions options;

    private ContextAugmentor(SessionLocator locator, ContextOptions options) {
        this.locator = Objects.requireNonNull(locator, "locator");
        this.options = Objects.requireNonNull(options, "options");
    }

    /**
     * Creates an augmentor for AI services with a chat memory: 2,000 tokens, no recent turns, since the window has
     * them.
     */
    public static ContextAugmentor of(SessionLocator locator) {
        return of(locator, ContextOptions.defaults().recent(RecentTurns.none()));
    }

    /** Creates an augmentor with options; without a chat memory, let them repeat recent turns. */
    public static ContextAugmentor of(SessionLocator locator, ContextOptions options) {
        return new ContextAugmentor(locator, options);
    }

    @Override
    public AugmentationResult augment(AugmentationRequest request) {
        SessionAddress address = locator.locate(request.metadata().chatMemoryId());
        if (!(request.chatMessage() instanceof UserMessage message)) {
            return result(request.chatMessage(), List.of());
        }
        String prompt = StorableText.question(UserText.text(message));
        String context = ChatReads.orElse(
                "",
                () -> address.memory()
                        .session(address.session())
                        .context(prompt, options)
                        .text());
        if (context.isEmpty()) {
            return result(message, List.of());
        }
        UserText.mark(message);
        return result(before(context, message), List.of(Content.from(context)));
    }

    /** Joins the context with the first text, because some models accept no message of two texts. */
    private static UserMessage before(String context, UserMessage message) {
        List<dev.langchain4j.data.message.Content> contents = new ArrayList<>(message.contents());
        String beginning = context + "\n\n" + MESSAGE_HEADING + "\n";
        if (contents.get(0) instanceof TextContent text) {
            contents.set(0, TextContent.from(beginning + text.text()));
        } else {
            contents.add(0, TextContent.from(beginning));
        }
        return message.toBuilder().contents(contents).build();
    }

    private static AugmentationResult result(ChatMessage message, List<Content> contents) {
        return AugmentationResult.builder()
                .chatMessage(message)
                .contents(contents)
                .build();
    }
}
