package dev.daybook.examples;

import dev.daybook.Daybook;
import dev.daybook.langchain4j.ContextAugmentor;
import dev.daybook.langchain4j.DaybookChatMemoryStore;
import dev.daybook.langchain4j.ModelEndpoint;
import dev.daybook.langchain4j.SessionChatMemory;
import dev.daybook.langchain4j.SessionLocator;
import dev.daybook.langchain4j.UserSession;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Scanner;

/**
 * A chat on the console with a model of LangChain4j and a memory in the folder {@code memory}. Run it twice, with two
 * session ids: the second session knows the first.
 *
 * <pre>
 * java -Dchat.model=llama3.2 … LangChain4jChat ada monday
 * java -Dchat.model=gpt-4.1-mini -Dchat.url=https://api.openai.com/v1 … LangChain4jChat ada tuesday
 * </pre>
 *
 * <p>Without {@code chat.url} the model is on an Ollama server on this machine. With it, the model is on a server with
 * OpenAI's protocol, and the key is in the environment variable {@code OPENAI_API_KEY}, if the server needs one.
 */
public final class LangChain4jChat {

    private static final URI OLLAMA = URI.create("http://localhost:11434");

    private LangChain4jChat() {}

    /** The AI service; LangChain4j implements it. */
    interface Assistant {
        String chat(@MemoryId UserSession id, @UserMessage String text);
    }

    public static void main(String[] arguments) {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("give two arguments: the user and the session");
        }
        UserSession session = new UserSession(arguments[0], arguments[1]);
        chat(endpoint().chatModel(), session, new Scanner(System.in, StandardCharsets.UTF_8));
    }

    private static void chat(ChatModel model, UserSession session, Scanner keyboard) {
        // tag::chat[]
        try (Daybook daybook = Daybook.open(Path.of("memory"))) {
            SessionLocator users = SessionLocator.users(daybook::user);
            DaybookChatMemoryStore store = DaybookChatMemoryStore.of(users);
            Assistant assistant = AiServices.builder(Assistant.class)
                    .chatModel(model)
                    .chatMemoryProvider(id -> SessionChatMemory.of(store, id, 4_000)) // tokens
                    .retrievalAugmentor(ContextAugmentor.of(users))
                    .build();
            while (keyboard.hasNextLine()) {
                System.out.println(assistant.chat(session, keyboard.nextLine()));
            }
        }
        // end::chat[]
    }

    private static ModelEndpoint endpoint() {
        String model = System.getProperty("chat.model");
        if (model == null) {
            throw new IllegalArgumentException("property chat.model is missing; start with -Dchat.model=NAME");
        }
        String url = System.getProperty("chat.url");
        if (url == null) {
            return ModelEndpoint.ollama(OLLAMA, model);
        }
        ModelEndpoint endpoint = ModelEndpoint.openAi(URI.create(url), model);
        String key = System.getenv("OPENAI_API_KEY");
        return key == null ? endpoint : endpoint.withApiKey(key);
    }
}
