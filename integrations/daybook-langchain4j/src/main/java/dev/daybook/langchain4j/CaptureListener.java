package dev.daybook.langchain4j;

import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelRequestContext;
import dev.langchain4j.model.chat.listener.ChatModelResponseContext;

/** A {@link ChatCapture} as a listener of a model. An error has no part: the user's message is written before. */
record CaptureListener(ChatCapture capture) implements ChatModelListener {

    @Override
    public void onRequest(ChatModelRequestContext request) {
        capture.asked(request.chatRequest(), request.attributes());
    }

    @Override
    public void onResponse(ChatModelResponseContext response) {
        capture.answered(response.chatRequest(), response.chatResponse(), response.attributes());
    }
}
