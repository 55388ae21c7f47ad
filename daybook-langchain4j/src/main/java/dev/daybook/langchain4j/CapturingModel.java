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

/** A chat model whose chats are captured. Every other call is the one of the model behind it. */
record CapturingModel(ChatCapture capture, ChatModel model) implements ChatModel {

    @Override
    public ChatResponse chat(ChatRequest request, ChatRequestOptions options) {
        Map<Object, Object> attributes = options.listenerAttributes();
        capture.asked(request, attributes);
        ChatResponse response = model.chat(request, options);
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
