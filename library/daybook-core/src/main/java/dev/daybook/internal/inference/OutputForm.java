package dev.daybook.internal.inference;

import dev.daybook.spi.JsonSchema;
import dev.daybook.spi.OutputMode;
import java.util.Optional;

/**
 * The expected form of an answer: the schema to request, and the parser.
 *
 * @param <T> the type of the parsed value
 */
public abstract sealed class OutputForm<T> permits JsonForm, TextForm {

    private static final String END_OF_THINKING = "</think>";

    OutputForm() {}

    /** Returns the schema to request, or empty for plain text. */
    abstract Optional<JsonSchema> schema(OutputMode mode);

    /** Parses a complete answer. */
    abstract T read(String answer, OutputMode mode) throws UnusableOutput;

    /** Returns the answer without the thinking that some models write before it. */
    static String withoutThinking(String answer) {
        int end = answer.lastIndexOf(END_OF_THINKING);
        return (end < 0 ? answer : answer.substring(end + END_OF_THINKING.length())).strip();
    }
}
