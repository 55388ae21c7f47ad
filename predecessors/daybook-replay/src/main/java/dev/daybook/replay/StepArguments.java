package dev.daybook.replay;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Embedding;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The arguments of a step by name. One of the wrong type is a mistake of the caller, as it is for a caller in Java. */
record StepArguments(Map<String, @Nullable Object> values) {

    /** Stands in the files for a character that a file of UTF-8 cannot hold. */
    private static final String LONE_SURROGATE = "<a lone surrogate U+D800>";

    boolean has(String name) {
        return values.containsKey(name);
    }

    @Nullable
    Object value(String name) {
        return values.get(name);
    }

    /** A text that must be there; {@code text_repeat} stands for a long one. */
    String text(String name) {
        if (!has(name) && values.get("text_repeat") instanceof Map<?, ?> repeat) {
            StepArguments repeated = of(repeat);
            return repeated.text("unit").repeat(repeated.integer("times", 0));
        }
        String text = optionalText(name);
        if (text == null) {
            throw new IllegalArgumentException(name + " is missing; give a text");
        }
        return text;
    }

    @Nullable
    String optionalText(String name) {
        Object value = values.get(name);
        return value == null ? null : text(name, value);
    }

    /** An id that may be left out, but is not null if it is named. */
    @Nullable
    String id(String name) {
        return has(name) ? text(name) : null;
    }

    /** A number larger than there can be entries is as good as the largest. */
    int integer(String name, int otherwise) {
        Object value = values.get(name);
        return value == null
                ? otherwise
                : (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, integer(name, value)));
    }

    long number(String name) {
        return integer(name, values.get(name));
    }

    double decimal(String name, double otherwise) {
        Object value = values.get(name);
        return value == null ? otherwise : decimal(name, value);
    }

    boolean isTrue(String name) {
        return Boolean.TRUE.equals(values.get(name));
    }

    /** A time with its offset, or null if there is none. */
    @Nullable
    OffsetDateTime time(String name) {
        Object value = values.get(name);
        return value == null ? null : time(name, value);
    }

    @Nullable
    Instant instant(String name) {
        OffsetDateTime time = time(name);
        return time == null ? null : time.toInstant();
    }

    /** Two times, each or both null. */
    List<@Nullable Instant> range(String name) {
        List<@Nullable Instant> range = new ArrayList<>();
        for (Object bound : list(name)) {
            range.add(bound == null ? null : time(name, bound).toInstant());
        }
        if (range.isEmpty()) {
            range.add(null);
            range.add(null);
        }
        if (range.size() != 2) {
            throw new IllegalArgumentException(name + " has " + range.size() + " times; give two");
        }
        return range;
    }

    /** The numbers of a vector, or null if there is none. */
    @Nullable
    Embedding embedding(String name) {
        return values.get(name) == null ? null : Embedding.of(floats(name));
    }

    float[] floats(String name) {
        List<?> numbers = list(name);
        float[] floats = new float[numbers.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) decimal(name, numbers.get(i));
        }
        return floats;
    }

    List<String> texts(String name) {
        return list(name).stream().map(item -> text(name, item)).toList();
    }

    List<StepArguments> objects(String name) {
        return list(name).stream().map(item -> object(name, item)).toList();
    }

    /** The items of a list; none if it is not there. */
    List<?> list(String name) {
        Object value = values.get(name);
        if (value != null && !(value instanceof List)) {
            throw new IllegalArgumentException(name + " is " + PlainJson.write(value) + "; give a list");
        }
        return value == null ? List.of() : (List<?>) value;
    }

    static StepArguments object(String name, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return of(map);
        }
        throw new IllegalArgumentException(name + " is " + PlainJson.write(value) + "; give an object");
    }

    private static StepArguments of(Map<?, ?> map) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        map.forEach((name, value) -> values.put(String.valueOf(name), value));
        return new StepArguments(values);
    }

    private static String text(String name, @Nullable Object value) {
        if (value instanceof String text) {
            return text.replace(LONE_SURROGATE, "\uD800");
        }
        throw new IllegalArgumentException(name + " is " + PlainJson.write(value) + "; give a text");
    }

    private static long integer(String name, @Nullable Object value) {
        if (value instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException(name + " is " + PlainJson.write(value) + "; give a whole number");
    }

    private static double decimal(String name, @Nullable Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException(name + " is " + PlainJson.write(value) + "; give a number");
    }

    private static OffsetDateTime time(String name, Object value) {
        try {
            return OffsetDateTime.parse(text(name, value).replace(' ', 'T'));
        } catch (DateTimeParseException unreadable) {
            throw new IllegalArgumentException(
                    name + " is " + value + "; give a time with its offset, such as 2026-01-31T09:00:00+00:00",
                    unreadable);
        }
    }
}
