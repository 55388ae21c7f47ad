package dev.daybook.spi;

import java.util.List;

/**
 * A language model that answers a prompt with a text. Thread-safe. Implementations provide this method and a name;
 * {@code daybook-langchain4j} adapts the models of LangChain4j.
 *
 * <p>An implementation calls the model once: retries, back-off, JSON parsing and validation are the library's task.
 */
public interface LanguageModel {

    /** Returns the name used in messages and in the origin of derived entries: {@code gpt-5-mini}. */
    String name();

    /**
     * Returns the provider of the model for traces, in the words of OpenTelemetry's GenAI conventions: {@code openai},
     * {@code ollama}. The default is {@code unknown}.
     */
    default String provider() {
        return "unknown";
    }

    /**
     * Returns the supported ways to enforce JSON, best first. The library starts with the first and steps down when a
     * request of that kind is refused (REFUSED) or fails at the server (BROKEN) while one of the next kind succeeds.
     * The default of all three therefore suits any model. The last should be {@link OutputMode#PROMPT}.
     */
    default List<OutputMode> modes() {
        return List.of(OutputMode.JSON_SCHEMA, OutputMode.JSON_OBJECT, OutputMode.PROMPT);
    }

    /**
     * Answers a request. Blocks for about {@link ModelRequest#timeout()} at most; after that the thread is interrupted
     * and the answer ignored.
     *
     * @throws dev.daybook.error.ModelException if there is no answer; its kind decides about retries. Any other
     * exception counts as {@code FAILED}
     */
    ModelAnswer answer(ModelRequest request);
}
