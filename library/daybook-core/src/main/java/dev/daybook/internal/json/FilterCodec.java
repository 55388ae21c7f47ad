package dev.daybook.internal.json;

import dev.daybook.query.Filter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The JSON form of filters of metadata: an object with the kind of the filter as its one field. */
final class FilterCodec {

    static final FieldType<Filter> FILTER = new FieldType<>(
            (fields, name) -> fields.get(name) == null ? null : read(name, fields.get(name)),
            Filter::fields,
            "give a filter");

    private static final String REMEDY =
            "one of {\"equal\":{name:value}}, {\"oneOf\":{name:[values]}}, {\"atLeast\":{name:bound}},"
                    + " {\"atMost\":{name:bound}}, {\"greaterThan\":{name:bound}}, {\"lessThan\":{name:bound}},"
                    + " {\"between\":{name:[from,to]}}, {\"present\":name}, {\"all\":[filters]},"
                    + " {\"any\":[filters]}, {\"not\":filter}";

    private FilterCodec() {}

    private static Filter read(String place, @Nullable Object value) {
        Map<String, @Nullable Object> object = JsonFields.object(place, value);
        if (object.size() != 1) {
            throw wrong(place, value);
        }
        String kind = object.keySet().iterator().next();
        Object inside = object.get(kind);
        String path = place + "." + kind;
        return switch (kind) {
            case "equal" -> each(path, inside, (name, wanted) -> Filter.equal(name, value(path, wanted)));
            case "atLeast" -> each(path, inside, (name, bound) -> Filter.atLeast(name, value(path, bound)));
            case "atMost" -> each(path, inside, (name, bound) -> Filter.atMost(name, value(path, bound)));
            case "greaterThan" -> each(path, inside, (name, bound) -> Filter.greaterThan(name, value(path, bound)));
            case "lessThan" -> each(path, inside, (name, bound) -> Filter.lessThan(name, value(path, bound)));
            case "between" -> each(path, inside, (name, bounds) -> between(path, name, bounds));
            case "oneOf" -> each(path, inside, (name, values) -> oneOf(path, name, values));
            case "present" -> {
                if (!(inside instanceof String name)) {
                    throw wrong(path, inside);
                }
                yield Filter.present(name);
            }
            case "all" -> Filter.all(filters(path, inside));
            case "any" -> Filter.any(filters(path, inside));
            case "not" -> Filter.not(read(path, inside));
            default -> throw wrong(place, value);
        };
    }

    /** One condition for each name, all of which hold together. */
    private static Filter each(
            String path, @Nullable Object inside, BiFunction<String, @Nullable Object, Filter> condition) {
        Filter[] conditions = JsonFields.object(path, inside).entrySet().stream()
                .map(entry -> condition.apply(entry.getKey(), entry.getValue()))
                .toArray(Filter[]::new);
        // Without a level of its own for a single name: a filter that was written is read with as many levels.
        return conditions.length == 1 ? conditions[0] : Filter.all(conditions);
    }

    private static Filter between(String path, String name, @Nullable Object wanted) {
        if (!(wanted instanceof List<?> bounds) || bounds.size() != 2) {
            throw new IllegalArgumentException(
                    "field '" + path + "." + name + "' is no pair of bounds; give two numbers or two times, [from,to]");
        }
        return Filter.between(name, value(path, bounds.get(0)), value(path, bounds.get(1)));
    }

    private static Filter oneOf(String path, String name, @Nullable Object wanted) {
        if (!(wanted instanceof List<?> values)) {
            throw wrong(path, wanted);
        }
        Set<Object> distinct = new HashSet<>();
        values.forEach(each -> distinct.add(value(path, each)));
        return Filter.oneOf(name, distinct);
    }

    private static Object value(String path, @Nullable Object value) {
        if (value == null || value instanceof Map || value instanceof List) {
            throw new IllegalArgumentException("field '" + path + "' compares with " + JsonFields.typeOf(value)
                    + "; use a text, a boolean or a number");
        }
        return value;
    }

    private static Filter[] filters(String path, @Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw wrong(path, value);
        }
        return list.stream().map(each -> read(path, each)).toArray(Filter[]::new);
    }

    private static IllegalArgumentException wrong(String place, @Nullable Object value) {
        return new IllegalArgumentException("field '" + place + "' is " + JsonFields.typeOf(value) + "; use " + REMEDY);
    }
}
