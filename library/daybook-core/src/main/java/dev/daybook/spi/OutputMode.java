package dev.daybook.spi;

/** A way to enforce JSON output of a model. */
public enum OutputMode {
    /** The server constrains the answer to the schema ({@code response_format: json_schema}). */
    JSON_SCHEMA,
    /** The server constrains the answer to a JSON object ({@code json_object}); the prompt describes its members. */
    JSON_OBJECT,
    /** Only the prompt asks for JSON, which is then searched in the answer. Every model supports this. */
    PROMPT
}
