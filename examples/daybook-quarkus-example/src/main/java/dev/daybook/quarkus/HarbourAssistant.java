package dev.daybook.quarkus;

import dev.daybook.langchain4j.UserSession;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;

/** An AI service with a tool. Its memory is {@link MemoryBeans}. With the extension of a model leave its supplier out. */
@RegisterAiService(
        chatLanguageModelSupplier = HarbourModel.Source.class,
        tools = FerryTimes.class,
        chatMemoryProviderSupplier = RegisterAiService.BeanChatMemoryProviderSupplier.class)
public interface HarbourAssistant {

    /** Answers a question of a user. */
    String chat(@MemoryId UserSession id, @UserMessage String text);
}
