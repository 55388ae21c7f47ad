package dev.daybook.spi;

import java.util.Objects;

/**
 * The schema that an answer has to follow.
 *
 * @param name what it is called, in letters only: {@code MemoryReconstructionResponse}
 * @param json the JSON Schema, as the text of one JSON object; its root describes an object
 */
public record JsonSchema(String name, String json) {

    public JsonSchema {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(json, "json");
    }
}
