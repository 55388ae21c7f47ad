package dev.daybook.internal.checks;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Validates the metadata of an episode: texts, booleans, whole numbers and finite decimals. */
public final class MetadataValues {

    private MetadataValues() {}

    static Map<String, Object> copy(Map<String, ?> values) {
        TreeMap<String, Object> copy = new TreeMap<>();
        values.forEach((name, value) -> copy.put(ArgumentChecks.id("metadata name", name), value(name, value)));
        return Collections.unmodifiableMap(copy);
    }

    public static Object value(String name, @Nullable Object value) {
        if (value instanceof String text) {
            return ArgumentChecks.text("metadata " + name, text);
        }
        if (value instanceof Boolean || value instanceof Long) {
            return value;
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if ((value instanceof Double || value instanceof Float) && Double.isFinite(((Number) value).doubleValue())) {
            return ((Number) value).doubleValue();
        }
        throw new IllegalArgumentException("metadata " + name + " is "
                + (value == null ? "null" : value.getClass().getSimpleName() + " " + value)
                + "; use a text, a boolean, a whole number or a finite decimal");
    }
}
