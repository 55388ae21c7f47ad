package dev.daybook.spring;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.util.JsonHelper;

/**
 * JSON texts of metadata. Only values that JSON gives back are accepted: texts, booleans, numbers, and lists and maps
 * of these. A number comes back as an {@code Integer} if it is whole and fits, else as a {@code Long} or a
 * {@code Double}.
 */
final class PlainMetadata {

    private static final JsonHelper JSON = new JsonHelper();

    private PlainMetadata() {}

    /** Returns the text of an object with sorted names, so that equal values give equal texts. */
    static String write(Map<String, ?> values) {
        return JSON.toJson(values);
    }

    static Map<String, Object> read(String text) {
        return JSON.fromJsonToMap(text);
    }

    /**
     * Returns a sorted copy.
     *
     * @param owner the call and the value that has the metadata, for the message of an error
     * @throws IllegalArgumentException if a value would be lost in JSON
     */
    static Map<String, @Nullable Object> of(String owner, Map<String, ?> metadata) {
        TreeMap<String, @Nullable Object> copy = new TreeMap<>();
        metadata.forEach((name, value) -> copy.put(name, value(owner, name, value)));
        return copy;
    }

    private static @Nullable Object value(String owner, String name, @Nullable Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(item -> value(owner, name, item)).collect(Collectors.toList());
        }
        if (value instanceof Map<?, ?> map) {
            TreeMap<String, @Nullable Object> copy = new TreeMap<>();
            map.forEach((key, item) -> copy.put(String.valueOf(key), value(owner, name + "." + key, item)));
            return copy;
        }
        boolean isNumber = value instanceof Integer || value instanceof Long || isFinite(value);
        if (value == null || value instanceof String || value instanceof Boolean || isNumber) {
            return value;
        }
        throw new IllegalArgumentException(owner + " has the metadata '" + name + "' of "
                + value.getClass().getName()
                + "; use a text, a boolean, a number, or a list or map of these, or leave it out");
    }

    private static boolean isFinite(@Nullable Object value) {
        return (value instanceof Double || value instanceof Float) && Double.isFinite(((Number) value).doubleValue());
    }
}
