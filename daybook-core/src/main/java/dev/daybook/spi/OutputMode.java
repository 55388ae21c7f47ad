package dev.daybook.spi;

/** How a model is held to JSON. */
public enum OutputMode {
    /** It is given the schema and can write nothing else ({@code response_format: json_schema}). */
    JSON_SCHEMA,
    /** It can write nothing but some JSON object ({@code json_object}); which one, the prompt says. */
    JSON_OBJECT,
    /** Nothing holds it: the prompt asks for JSON, and it is looked for in what comes back. Every model can do this. */
    PROMPT
}
