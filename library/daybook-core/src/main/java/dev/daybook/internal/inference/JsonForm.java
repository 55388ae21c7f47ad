package dev.daybook.internal.inference;

import dev.daybook.internal.json.JsonReader;
import dev.daybook.internal.json.JsonValue;
import dev.daybook.internal.json.JsonValue.Members;
import dev.daybook.spi.JsonSchema;
import dev.daybook.spi.OutputMode;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An answer in JSON of one shape, located leniently and checked strictly.
 *
 * @param <T> the type of the parsed value
 */
final class JsonForm<T> extends OutputForm<T> {

    /** Parses a value or rejects it with a reason. */
    @FunctionalInterface
    interface Reading<T> {
        T read(JsonPart value) throws UnusableOutput;
    }

    private final String name;
    private final JsonValue schema;

    /** The member name of a list in modes that allow objects only; null if the shape is an object. */
    private final @Nullable String wrapper;

    private final Reading<T> reading;

    private JsonForm(String name, JsonValue schema, @Nullable String wrapper, Reading<T> reading) {
        this.name = name;
        this.schema = schema;
        this.wrapper = wrapper;
        this.reading = reading;
    }

    static <T> JsonForm<T> object(String name, Members schema, Reading<T> reading) {
        return new JsonForm<>(name, schema, null, reading);
    }

    /** Returns the form of a list. In modes that allow objects only, the list is a member of an object. */
    static <T> JsonForm<T> list(String name, String wrapper, Members schema, Reading<T> reading) {
        return new JsonForm<>(name, schema, wrapper, reading);
    }

    @Override
    Optional<JsonSchema> schema(OutputMode mode) {
        JsonValue shape =
                isWrapped(mode) ? JsonSchemas.object(Map.of(Objects.requireNonNull(wrapper), schema)) : schema;
        return Optional.of(new JsonSchema(name, shape.toString()));
    }

    @Override
    T read(String answer, OutputMode mode) throws UnusableOutput {
        String text = withoutThinking(answer);
        if (text.isEmpty()) {
            throw new UnusableOutput("the answer is empty; write the JSON that is asked for");
        }
        if (text.length() > JsonReader.MAX_LENGTH) {
            throw new UnusableOutput("the answer is far too long; write only the JSON that is asked for");
        }
        UnusableOutput problem = new UnusableOutput("the answer has no JSON; write only the JSON that is asked for");
        @Nullable T found = null;
        for (JsonValue value : JsonExtractor.in(text)) {
            T read;
            try {
                read = reading.read(new JsonPart("the answer", unwrapped(value)));
            } catch (UnusableOutput e) {
                problem = e;
                continue;
            }
            if (found != null && !found.equals(read)) {
                throw new UnusableOutput("the answer holds several different JSON values; write only one");
            }
            found = read;
        }
        if (found == null) {
            throw problem;
        }
        return found;
    }

    private boolean isWrapped(OutputMode mode) {
        return wrapper != null && mode != OutputMode.PROMPT;
    }

    private JsonValue unwrapped(JsonValue value) {
        return wrapper != null && value instanceof Members members
                ? Objects.requireNonNullElse(members.get(wrapper), value)
                : value;
    }
}
