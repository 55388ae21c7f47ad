package dev.daybook.spi;

import java.util.Objects;

/**
 * The JSON Schema of a model's answer.
 *
 * @param name its name, in letters only: {@code MemoryReconstructionResponse}
 * @param json the schema as a JSON object; its root describes an object
 */
public record JsonSchema(String name, String json) {

    public JsonSchema {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(json, "json");
    }
}
