package dev.daybook.ask;

import dev.daybook.spi.JsonSchema;
import dev.daybook.spi.OutputMode;
import java.util.Optional;

/**
 * What an answer has to look like, and how it is read.
 *
 * @param <T> what is read from it
 */
public abstract sealed class Form<T> permits JsonForm, TextForm {

    private static final String END_OF_THOUGHTS = "</think>";

    Form() {}

    /** The schema to ask for; none if plain text is wanted. */
    abstract Optional<JsonSchema> schema(OutputMode mode);

    /** Reads an answer that is complete. */
    abstract T read(String answer, OutputMode mode) throws UnusableAnswer;

    /** Without what some models think aloud before they answer. */
    static String withoutThoughts(String answer) {
        int end = answer.lastIndexOf(END_OF_THOUGHTS);
        return (end < 0 ? answer : answer.substring(end + END_OF_THOUGHTS.length())).strip();
    }
}
