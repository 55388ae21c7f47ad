package dev.daybook.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

/** A chat model that answers each prompt with the same words, streams them one by one, and can break off. */
final class ScriptedChat implements ChatModel {

    private final List<Prompt> prompts = new CopyOnWriteArrayList<>();
    private final List<String> words;
    private final boolean breaksOff;

    private ScriptedChat(List<String> words, boolean breaksOff) {
        this.words = words;
        this.breaksOff = breaksOff;
    }

    static ScriptedChat answering(String... words) {
        return new ScriptedChat(List.of(words), false);
    }

    /** Fails after the words: a call without an answer, a stream with a part of it. */
    static ScriptedChat breakingOffAfter(String... words) {
        return new ScriptedChat(List.of(words), true);
    }

    /** Never answers. */
    static ChatModel silent() {
        return new ChatModel() {

            @Override
            public ChatResponse call(Prompt prompt) {
                throw new IllegalStateException("only a stream waits");
            }

            @Override
            public Flux<ChatResponse> stream(Prompt prompt) {
                return Flux.never();
            }

            @Override
            public ChatOptions getOptions() {
                return ChatOptions.builder().build();
            }
        };
    }

    List<Prompt> prompts() {
        return new ArrayList<>(prompts);
    }

    @Override
    public ChatOptions getOptions() {
        return ChatOptions.builder().build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        prompts.add(prompt);
        if (breaksOff) {
            throw new IllegalStateException("the connection was reset");
        }
        return response(String.join("", words));
    }

    /** No chunk has a finish reason, as with many servers. */
    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
        prompts.add(prompt);
        Flux<ChatResponse> chunks = Flux.fromIterable(words).map(ScriptedChat::response);
        return breaksOff
                ? chunks.concatWith(Flux.error(new IllegalStateException("the connection was reset")))
                : chunks;
    }

    private static ChatResponse response(String text) {
        return new ChatResponse(List.of(new Generation(new AssistantMessage(text))));
    }
}
