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
import java.util.List;
import java.util.Set;

/** A streaming chat model whose chats are captured: the whole answer, when the stream is complete. */
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

    private record Capturing(
            ChatCapture capture, ChatRequest request, ChatRequestOptions options, StreamingChatResponseHandler handler)
            implements StreamingChatResponseHandler {

        @Override
        public void onCompleteResponse(ChatResponse response) {
            try {
                capture.answered(request, response, options.listenerAttributes());
            } catch (RuntimeException e) {
                handler.onError(e);
                return;
            }
            handler.onCompleteResponse(response);
        }

        @Override
        public void onError(Throwable error) {
            handler.onError(error);
        }

        @Override
        public void onPartialResponse(String text) {
            handler.onPartialResponse(text);
        }

        @Override
        public void onPartialResponse(PartialResponse response, PartialResponseContext context) {
            handler.onPartialResponse(response, context);
        }

        @Override
        public void onPartialThinking(PartialThinking thinking) {
            handler.onPartialThinking(thinking);
        }

        @Override
        public void onPartialThinking(PartialThinking thinking, PartialThinkingContext context) {
            handler.onPartialThinking(thinking, context);
        }

        @Override
        public void onPartialToolCall(PartialToolCall call) {
            handler.onPartialToolCall(call);
        }

        @Override
        public void onPartialToolCall(PartialToolCall call, PartialToolCallContext context) {
            handler.onPartialToolCall(call, context);
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
