package dev.daybook.server.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** JSON Schemas of tool inputs and outputs. */
final class ToolSchema {

    private ToolSchema() {}

    /** A member of an object. */
    record Member(String name, boolean required, Map<String, Object> schema) {

        Member optional() {
            return new Member(name, false, schema);
        }

        /** Returns a copy with another keyword of JSON Schema. */
        Member with(String word, Object value) {
            Map<String, Object> more = new LinkedHashMap<>(schema);
            more.put(word, value);
            return new Member(name, required, more);
        }
    }

    /** Creates the schema of an input, which allows no further members. */
    static Map<String, Object> input(Member... members) {
        Map<String, Object> schema = object(members);
        schema.put("additionalProperties", false);
        return schema;
    }

    /** Creates the schema of an output, which may get further members in later versions. */
    static Map<String, Object> object(Member... members) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Member member : members) {
            properties.put(member.name(), member.schema());
            if (member.required()) {
                required.add(member.name());
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        return schema;
    }

    /** Returns the members of an answer that the schema of an object describes, in its order; null is left out. */
    static Map<String, @Nullable Object> select(Map<String, Object> schema, Map<String, @Nullable Object> answer) {
        Map<String, @Nullable Object> selected = new LinkedHashMap<>();
        for (Object name : ((Map<?, ?>) Objects.requireNonNull(schema.get("properties"), "an object")).keySet()) {
            if (answer.get(name) != null) {
                selected.put((String) name, answer.get(name));
            }
        }
        return selected;
    }

    static Member text(String name, String description) {
        return member(name, "string", description);
    }

    static Member time(String name, String description) {
        return text(name, description + " ISO 8601 with an offset, such as 2026-05-08T13:56:00Z.")
                .with("format", "date-time");
    }

    static Member whole(String name, String description) {
        return member(name, "integer", description);
    }

    static Member number(String name, String description) {
        return member(name, "number", description);
    }

    static Member truth(String name, String description) {
        return member(name, "boolean", description);
    }

    static Member list(String name, String description, Map<String, Object> items) {
        return member(name, "array", description).with("items", items);
    }

    /** Creates a member for an object with arbitrary names and integer values. */
    static Member counts(String name, String description) {
        return member(name, "object", description).with("additionalProperties", Map.of("type", "integer"));
    }

    static Member member(String name, String type, String description) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        schema.put("description", description);
        return new Member(name, true, schema);
    }
}
