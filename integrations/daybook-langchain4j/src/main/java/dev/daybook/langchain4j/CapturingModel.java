package dev.daybook.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** A chat model whose chats are captured. Every other call is the one of the model behind it. */
record CapturingModel(ChatCapture capture, ChatModel model) implements ChatModel {

    @Override
    public ChatResponse chat(ChatRequest request, ChatRequestOptions options) {
        return captured(request, options.listenerAttributes(), () -> model.chat(request, options));
    }

    /** A model may implement this method only. */
    @Override
    public ChatResponse chat(ChatRequest request) {
        return captured(request, Map.of(), () -> model.chat(request));
    }

    private ChatResponse captured(ChatRequest request, Map<Object, Object> attributes, Supplier<ChatResponse> call) {
        capture.asked(request, attributes);
        ChatResponse response = call.get();
        capture.answered(request, response, attributes);
        return response;
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
}
