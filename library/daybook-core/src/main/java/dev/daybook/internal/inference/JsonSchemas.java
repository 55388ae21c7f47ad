package dev.daybook.internal.inference;

import dev.daybook.internal.json.JsonValue;
import dev.daybook.internal.json.JsonValue.Constant;
import dev.daybook.internal.json.JsonValue.Elements;
import dev.daybook.internal.json.JsonValue.Members;
import dev.daybook.internal.json.JsonValue.Numeral;
import dev.daybook.internal.json.JsonValue.Text;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Building blocks of JSON Schema. Everything is bounded: for a small model that repeats itself the schema is the only
 * brake.
 */
final class JsonSchemas {

    private JsonSchemas() {}

    /** Returns an object with exactly these members, all required, in the order of their names. */
    static Members object(Map<String, JsonValue> members) {
        Map<String, JsonValue> ordered = new TreeMap<>(members);
        Map<String, JsonValue> schema = new LinkedHashMap<>();
        schema.put("type", new Text("object"));
        schema.put("properties", new Members(ordered));
        schema.put("required", texts(ordered.keySet().stream()));
        schema.put("additionalProperties", Constant.FALSE);
        return new Members(schema);
    }

    static Members list(JsonValue items, int max) {
        Map<String, JsonValue> schema = new LinkedHashMap<>();
        schema.put("type", new Text("array"));
        schema.put("items", items);
        schema.put("maxItems", Numeral.of(max));
        return new Members(schema);
    }

    static Members text(int maxLength) {
        return bounded(new Text("string"), "maxLength", Numeral.of(maxLength));
    }

    static Members textOrNull(int maxLength) {
        return bounded(texts(Stream.of("string", "null")), "maxLength", Numeral.of(maxLength));
    }

    static Members oneOf(Stream<String> texts) {
        return bounded(new Text("string"), "enum", texts(texts));
    }

    static Members whole() {
        return new Members(Map.of("type", new Text("integer")));
    }

    static Members flag() {
        return new Members(Map.of("type", new Text("boolean")));
    }

    private static Members bounded(JsonValue type, String bound, JsonValue value) {
        Map<String, JsonValue> schema = new LinkedHashMap<>();
        schema.put("type", type);
        schema.put(bound, value);
        return new Members(schema);
    }

    private static Elements texts(Stream<String> texts) {
        return new Elements(texts.<JsonValue>map(Text::new).toList());
    }
}
