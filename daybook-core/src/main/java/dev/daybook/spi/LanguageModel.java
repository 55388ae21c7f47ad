package dev.daybook.spi;

import java.util.List;

/**
 * Answers a question with a text. Thread-safe. One of your own is this one method and a name; models that LangChain4j
 * knows come with {@code daybook-langchain4j}.
 *
 * <p>It asks once: trying again, backing off, reading JSON and checking it are done by the library.
 */
public interface LanguageModel {

    /** Names the model in messages and in the origin of what was derived with it: {@code gpt-5-mini}. */
    String name();

    /**
     * The ways it can be held to JSON, best first. The library takes the first and steps down when a request of that
     * kind is refused (REFUSED) or fails on the other side (BROKEN) while one of the next kind succeeds. So the default
     * is right for any model: all three. The last is best {@link OutputMode#PROMPT}.
     */
    default List<OutputMode> modes() {
        return List.of(OutputMode.JSON_SCHEMA, OutputMode.JSON_OBJECT, OutputMode.PROMPT);
    }

    /**
     * Answers. Blocks, for about as long as {@link ModelRequest#timeout()} at most: after it nobody waits any more, and
     * the thread is interrupted.
     *
     * @throws dev.daybook.data.ModelException if there is no answer; its kind says whether the library tries again. Any
     *     other exception is taken as {@code FAILED}
     */
    ModelAnswer answer(ModelRequest request);
}
