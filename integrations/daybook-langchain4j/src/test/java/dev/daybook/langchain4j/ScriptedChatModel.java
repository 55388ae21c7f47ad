package dev.daybook.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;

/** A chat model that gives the answers of a script in turn, blocking or as a stream of words, and keeps the requests. */
final class ScriptedChatModel implements ChatModel {

    private final Queue<AiMessage> script = new ArrayDeque<>();
    private final List<ChatRequest> requests = new ArrayList<>();
    private final List<ChatModelListener> listeners;

    private ScriptedChatModel(List<ChatModelListener> listeners) {
        this.listeners = listeners;
    }

    static ScriptedChatModel answering(String... texts) {
        ScriptedChatModel model = new ScriptedChatModel(List.of());
        for (String text : texts) {
            model.then(AiMessage.from(text));
        }
        return model;
    }

    static ScriptedChatModel with(ChatModelListener listener) {
        return new ScriptedChatModel(List.of(listener));
    }

    ScriptedChatModel then(AiMessage answer) {
        script.add(answer);
        return this;
    }

    ScriptedChatModel then(String text) {
        return then(AiMessage.from(text));
    }

    List<ChatRequest> requests() {
        return requests;
    }

    /** Returns the text of the user's last message in a request. */
    String question(int request) {
        return UserText.text(
                UserMessage.findLast(requests.get(request).messages()).orElseThrow());
    }

    List<ChatMessage> messages(int request) {
        return requests.get(request).messages();
    }

    @Override
    public synchronized ChatResponse doChat(ChatRequest request) {
        requests.add(request);
        if (script.isEmpty()) {
            throw new IllegalStateException("the script is at its end");
        }
        return ChatResponse.builder().aiMessage(script.remove()).build();
    }

    @Override
    public List<ChatModelListener> listeners() {
        return listeners;
    }

    /** Returns the model as a stream that breaks off after some words; a negative number: it does not. */
    StreamingChatModel streaming(int wordsBeforeBreak) {
        return new Stream(this, wordsBeforeBreak);
    }

    /** A model that is cancelled calls its handler no more. */
    private record CancelFlag(AtomicBoolean cancelled) implements StreamingHandle {

        @Override
        public void cancel() {
            cancelled.set(true);
        }

        @Override
        public boolean isCancelled() {
            return cancelled.get();
        }
    }

    private record Stream(ScriptedChatModel model, int wordsBeforeBreak) implements StreamingChatModel {

        @Override
        public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
            ChatResponse response = model.doChat(request);
            int words = 0;
            CancelFlag handle = new CancelFlag(new AtomicBoolean());
            for (String word : response.aiMessage().text().split(" ")) {
                if (words++ == wordsBeforeBreak) {
                    handler.onError(new java.io.IOException("connection reset"));
                    return;
                }
                handler.onPartialResponse(new PartialResponse(word + " "), new PartialResponseContext(handle));
                if (handle.isCancelled()) {
                    return;
                }
            }
            handler.onCompleteResponse(response);
        }

        @Override
        public ChatRequestParameters defaultRequestParameters() {
            return model.defaultRequestParameters();
        }

        @Override
        public List<ChatModelListener> listeners() {
            return model.listeners();
        }
    }
}
