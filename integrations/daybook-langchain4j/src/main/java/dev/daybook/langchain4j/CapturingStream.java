package dev.daybook.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** A streaming chat model whose chats are captured: the whole answer, or the part of a stream that the program cancels. */
record CapturingStream(ChatCapture capture, StreamingChatModel model) implements StreamingChatModel {

    @Override
    public void chat(ChatRequest request, ChatRequestOptions options, StreamingChatResponseHandler handler) {
        capture.asked(request, options.listenerAttributes());
        model.chat(request, options, new Capturing(capture, request, options, handler));
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return model.defaultRequestParameters();
    }

    @Override
    public List<ChatModelListener> listeners() {
        return model.listeners();
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }

    @Override
    public Set<Capability> supportedCapabilities() {
        return model.supportedCapabilities();
    }

    /** Ends once: with the whole answer, with an error, or by the program, which cancels the stream. */
    private static final class Capturing implements StreamingChatResponseHandler {

        private final ChatCapture capture;
        private final ChatRequest request;
        private final ChatRequestOptions options;
        private final StreamingChatResponseHandler handler;
        private final Queue<String> shown = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean ended = new AtomicBoolean();

        Capturing(
                ChatCapture capture,
                ChatRequest request,
                ChatRequestOptions options,
                StreamingChatResponseHandler handler) {
            this.capture = capture;
            this.request = request;
            this.options = options;
            this.handler = handler;
        }

        /** Captures what came so far when the program cancels. */
        private StreamingHandle captured(StreamingHandle handle) {
            return new StreamingHandle() {

                @Override
                public void cancel() {
                    handle.cancel();
                    if (ended.compareAndSet(false, true)) {
                        capture.brokenOff(request, String.join("", shown), options.listenerAttributes());
                    }
                }

                @Override
                public boolean isCancelled() {
                    return handle.isCancelled();
                }
            };
        }

        @Override
        public void onCompleteResponse(ChatResponse response) {
            try {
                if (ended.compareAndSet(false, true)) {
                    capture.answered(request, response, options.listenerAttributes());
                }
            } catch (RuntimeException e) {
                handler.onError(e);
                return;
            }
            handler.onCompleteResponse(response);
        }

        @Override
        public void onError(Throwable error) {
            ended.set(true);
            handler.onError(error);
        }

        @Override
        public void onPartialResponse(String text) {
            shown.add(text);
            handler.onPartialResponse(text);
        }

        @Override
        public void onPartialResponse(PartialResponse response, PartialResponseContext context) {
            shown.add(response.text());
            handler.onPartialResponse(response, new PartialResponseContext(captured(context.streamingHandle())));
        }

        @Override
        public void onPartialThinking(PartialThinking thinking) {
            handler.onPartialThinking(thinking);
        }

        @Override
        public void onPartialThinking(PartialThinking thinking, PartialThinkingContext context) {
            handler.onPartialThinking(thinking, new PartialThinkingContext(captured(context.streamingHandle())));
        }

        @Override
        public void onPartialToolCall(PartialToolCall call) {
            handler.onPartialToolCall(call);
        }

        @Override
        public void onPartialToolCall(PartialToolCall call, PartialToolCallContext context) {
            handler.onPartialToolCall(call, new PartialToolCallContext(captured(context.streamingHandle())));
        }

        @Override
        public void onCompleteToolCall(CompleteToolCall call) {
            handler.onCompleteToolCall(call);
        }

        @Override
        public void onUnmappedRawEvent(Object event) {
            handler.onUnmappedRawEvent(event);
        }
    }
}
