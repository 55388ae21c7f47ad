package dev.daybook.bench.quality.data;

import dev.daybook.internal.json.PlainJson;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of one object of the data. Those that are not asked for are passed over: data sets bring fields of their own. */
public record DataFields(Map<String, @Nullable Object> object) {

    /**
     * Returns the fields of a value of the data.
     *
     * @throws IllegalArgumentException with this message if the value is no object
     */
    @SuppressWarnings("unchecked") // PlainJson makes no other maps
    static DataFields of(@Nullable Object value, String message) {
        if (!(value instanceof Map<?, ?>)) {
            throw new IllegalArgumentException(message);
        }
        return new DataFields((Map<String, @Nullable Object>) value);
    }

    /** The text of a text or a number. */
    public String text(String name) {
        String value = optionalText(name);
        if (value == null) {
            throw new IllegalArgumentException("field '" + name + "' is missing; give a text");
        }
        return value;
    }

    @Nullable
    public String optionalText(String name) {
        Object value = object.get(name);
        return value == null ? null : scalar(name, value);
    }

    /** Returns true if the field is a number and not a text. */
    boolean isNumber(String name) {
        return object.get(name) instanceof Number;
    }

    /** The texts of an array of texts or numbers, each once, in order; empty if it is missing. */
    public Set<String> texts(String name) {
        Object value = object.get(name);
        if (value == null) {
            return Set.of();
        }
        if (!(value instanceof List<?> list)) {
            throw new IllegalArgumentException("field '" + name + "' is no array; give an array of ids");
        }
        Set<String> texts = new LinkedHashSet<>();
        list.forEach(item -> texts.add(scalar(name, item)));
        return texts;
    }

    /** The whole numbers of an array, each once, in order; empty if it is missing. */
    public List<Integer> numbers(String name) {
        return texts(name).stream().map(Integer::valueOf).toList();
    }

    /** The objects of an array, in order; empty if it is missing. */
    public List<DataFields> objects(String name) {
        List<?> items = object.get(name) instanceof List<?> list ? list : List.of();
        return items.stream()
                .map(item -> of(item, "field '" + name + "' holds no objects; give an array of them"))
                .toList();
    }

    private static String scalar(String name, @Nullable Object value) {
        if (value instanceof String || value instanceof Number) {
            return value.toString();
        }
        throw new IllegalArgumentException(
                "field '" + name + "' holds " + PlainJson.write(value) + "; use texts or numbers");
    }
}
