package dev.daybook.quarkus;

import dev.daybook.Daybook;
import dev.daybook.langchain4j.ContextAugmentor;
import dev.daybook.langchain4j.DaybookChatMemoryStore;
import dev.daybook.langchain4j.SessionChatMemory;
import dev.daybook.langchain4j.SessionLocator;
import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.rag.RetrievalAugmentor;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The daybook, and the memory of AI services over it. */
@ApplicationScoped
public class MemoryBeans {

    /** Tokens of the window that a model sees of its session. */
    private static final int WINDOW = 4_000;

    /** Opens the daybook of the application. */
    @Produces
    @Singleton
    Daybook daybook(@ConfigProperty(name = "daybook.folder") Path folder) {
        return Daybook.open(folder);
    }

    void close(@Disposes Daybook daybook) {
        daybook.close();
    }

    @Produces
    @Singleton
    SessionLocator users(Daybook daybook) {
        return SessionLocator.users(daybook::user);
    }

    @Produces
    @Singleton
    ChatMemoryProvider windows(SessionLocator users) {
        DaybookChatMemoryStore store = DaybookChatMemoryStore.of(users);
        return id -> SessionChatMemory.of(store, id, WINDOW);
    }

    @Produces
    @Singleton
    RetrievalAugmentor contexts(SessionLocator users) {
        return ContextAugmentor.of(users);
    }
}
