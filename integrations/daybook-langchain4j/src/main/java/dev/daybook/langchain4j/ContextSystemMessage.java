package dev.daybook.langchain4j;

import dev.daybook.internal.window.StorableText;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.RecentTurns;
import dev.langchain4j.invocation.InvocationContext;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A system message transformer that appends the context of a memory to the system message of an AI service, quoted as
 * data: {@code AiServices.builder(Assistant.class).systemMessageTransformer(ContextSystemMessage.of(locator))}.
 *
 * <p>The prompt that the context answers is made of the texts among the arguments of the call, but for the memory id.
 * Give a function where the arguments hold other texts. {@link ContextAugmentor} sees the message itself; prefer it
 * unless your model caches or weighs system messages.
 *
 * <p>Reads only and calls no model. If the memory fails, the system message stays as it is. {@link DaybookChatMemoryStore} does not write system messages; other stores write
 * the recalled text with them. Thread-safe. A call without a memory id is an {@link IllegalArgumentException}, see
 * {@link SessionLocator}.
 */
public final class ContextSystemMessage implements BiFunction<@Nullable String, InvocationContext, @Nullable String> {

    private final SessionLocator locator;
    private final ContextOptions options;
    private final Function<InvocationContext, String> prompt;

    private ContextSystemMessage(
            SessionLocator locator, ContextOptions options, Function<InvocationContext, String> prompt) {
        this.locator = Objects.requireNonNull(locator, "locator");
        this.options = Objects.requireNonNull(options, "options");
        this.prompt = Objects.requireNonNull(prompt, "prompt");
    }

    /**
     * Creates a transformer for AI services with a chat memory: 2,000 tokens, no recent turns, since the window has
     * them.
     */
    public static ContextSystemMessage of(SessionLocator locator) {
        return of(
                locator, ContextOptions.defaults().recent(RecentTurns.none()), ContextSystemMessage::textsOfArguments);
    }

    /**
     * Creates a transformer with options.
     *
     * @param prompt returns the text that the context is for; an empty text recalls nothing, and the context has
     *     blocks, facts, notes and summaries
     */
    public static ContextSystemMessage of(
            SessionLocator locator, ContextOptions options, Function<InvocationContext, String> prompt) {
        return new ContextSystemMessage(locator, options, prompt);
    }

    /**
     * Returns the system message with the context.
     *
     * @param system the system message so far; null: none
     * @return null if there is neither a system message nor a context
     */
    @Override
    public @Nullable String apply(@Nullable String system, InvocationContext invocation) {
        SessionAddress address = locator.locate(invocation.chatMemoryId());
        String question = StorableText.question(prompt.apply(invocation));
        String context = ChatReads.orElse(
                "",
                () -> address.memory()
                        .session(address.session())
                        .context(question, options)
                        .text());
        if (context.isEmpty()) {
            return system;
        }
        return system == null ? context : system + "\n\n" + context;
    }

    private static String textsOfArguments(InvocationContext invocation) {
        return invocation.methodArguments().stream()
                .filter(String.class::isInstance)
                .filter(argument -> !argument.equals(invocation.chatMemoryId()))
                .map(String.class::cast)
                .collect(Collectors.joining("\n"));
    }
}
