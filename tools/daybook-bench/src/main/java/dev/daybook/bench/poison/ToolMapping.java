package dev.daybook.bench.poison;

import dev.daybook.internal.json.PlainJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of the tools of an MCP server and of the fields in their arguments and answers, from a JSON file. In the
 * arguments a text such as <code>{query}</code> stands for a value of the call.
 *
 * @param prompt the tool that makes a prompt; null: hits are listed
 * @param hits the field of the hits in the answer of the search; empty: the answer is their list
 * @param id the field of an id, in a hit and in the answer of a write; empty: hits are known by their text
 * @param trust the field of the trust of a hit; empty: the server states none
 */
record ToolMapping(
        String name,
        MappedTool write,
        MappedTool search,
        @Nullable MappedTool prompt,
        String hits,
        String id,
        String text,
        String trust) {

    /** A tool and its arguments with places for values. */
    record MappedTool(String tool, Map<String, Object> arguments) {

        /** Returns the arguments with values in their places. */
        Map<String, Object> filled(Map<String, Object> values) {
            return ToolMapping.object(ToolMapping.fill(arguments, values));
        }
    }

    static ToolMapping read(Path file) {
        try {
            return of(PlainJson.readObject(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static ToolMapping of(Map<String, @Nullable Object> fields) {
        MappedTool write = tool(fields, "write");
        MappedTool search = tool(fields, "search");
        if (write == null || search == null) {
            throw new IllegalArgumentException("the mapping names no tool for 'write' and 'search'; name both");
        }
        return new ToolMapping(
                text(fields, "name"),
                write,
                search,
                tool(fields, "prompt"),
                text(fields, "hits"),
                text(fields, "id"),
                text(fields, "text"),
                text(fields, "trust"));
    }

    private static @Nullable MappedTool tool(Map<String, @Nullable Object> fields, String name) {
        return fields.get(name) instanceof Map<?, ?> tool
                ? new MappedTool(String.valueOf(tool.get("tool")), object(tool.get("arguments")))
                : null;
    }

    private static String text(Map<String, @Nullable Object> fields, String name) {
        Object value = fields.get(name);
        return value == null ? "" : value.toString();
    }

    /** Replaces a text that is one place by its value, and a place within a text by the value's text. */
    private static Object fill(Object template, Map<String, Object> values) {
        if (template instanceof Map<?, ?> object) {
            Map<String, Object> filled = new LinkedHashMap<>();
            object.forEach((name, value) -> filled.put(String.valueOf(name), fill(value, values)));
            return filled;
        }
        if (template instanceof List<?> list) {
            List<Object> filled = new ArrayList<>();
            list.forEach(each -> filled.add(fill(each, values)));
            return filled;
        }
        if (!(template instanceof String text)) {
            return template;
        }
        String filled = text;
        for (Map.Entry<String, Object> each : values.entrySet()) {
            String place = "{" + each.getKey() + "}";
            if (text.equals(place)) {
                return each.getValue();
            }
            filled = filled.replace(place, String.valueOf(each.getValue()));
        }
        return filled;
    }

    private static Map<String, Object> object(@Nullable Object value) {
        Map<String, Object> object = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> fields) {
            fields.forEach((name, each) -> object.put(String.valueOf(name), each));
        }
        return object;
    }
}
