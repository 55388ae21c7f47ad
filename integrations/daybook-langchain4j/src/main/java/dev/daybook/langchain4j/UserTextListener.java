package dev.daybook.langchain4j;

import dev.langchain4j.observability.api.event.AiServiceStartedEvent;
import dev.langchain4j.observability.api.listener.AiServiceStartedListener;

/**
 * A listener of an AI service that notes the user's own text before the service adds anything to the message. With it
 * {@link DaybookChatMemoryStore} and {@link ChatCapture} write that text, whichever retriever adds contents and
 * whatever format instructions the return type adds. {@link MemoryRetriever} and {@link ContextAugmentor} note the text
 * themselves; register this listener for other retrievers and for methods that return anything but text:
 *
 * <p>{@code AiServices.builder(Assistant.class).registerListener(new UserTextListener())}
 *
 * <p>Changes only the attributes of the message. Thread-safe.
 */
public final class UserTextListener implements AiServiceStartedListener {

    /** Creates the listener; one serves any number of AI services. */
    public UserTextListener() {}

    @Override
    public void onEvent(AiServiceStartedEvent event) {
        UserText.mark(event.userMessage());
    }
}
