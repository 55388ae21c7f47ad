package dev.daybook.server.mem0;

import dev.daybook.internal.checks.ShortenedText;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.query.Filter;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads a filter of mem0: names with values, operators, and {@code AND}, {@code OR}, {@code NOT}. Names and values stay
 * data; everything unknown, and every way to several users, is refused with the place and the remedy.
 */
final class FilterReader {

    private static final int MAX_DEPTH = 8;
    private static final int MAX_CONDITIONS = 200;
    private static final int MAX_VALUES = 1_000;

    /** The year 9999 in seconds since 1970; the milliseconds of any earlier time are exact in a double. */
    private static final double MAX_SECONDS = 253_402_300_800.0;

    private static final String OPERATORS = "eq, ne, in, nin, gt, gte, lt, lte, contains or icontains";

    private static final Set<String> TIMES = Set.of(StoredMemory.CREATED, StoredMemory.UPDATED);

    private @Nullable String user;
    private boolean isScoped;
    private int conditions;

    private FilterReader() {}

    /**
     * Reads a filter.
     *
     * @param filters the field {@code filters}; empty if it is missing
     * @param ids the ids beside it
     */
    static MemoryFilter read(Map<String, @Nullable Object> filters, EntityIds ids) {
        FilterReader reader = new FilterReader();
        Predicate<Map<String, Object>> condition = reader.all("filters", filters, 1, true);
        EntityIds user = new EntityIds(reader.user, null, null, null).and(ids);
        for (Map.Entry<String, Object> tag : ids.tags().entrySet()) {
            condition = condition.and(Filter.equal(tag.getKey(), tag.getValue())::matches);
        }
        boolean isOpen = ids.tags().isEmpty() && reader.conditions == (reader.user == null ? 0 : 1);
        return new MemoryFilter(user, reader.isScoped || !ids.isEmpty(), isOpen ? null : condition);
    }

    /**
     * Reads the conditions of an object, which hold together.
     *
     * @param isRequired whether every memory has to fulfil them: only there a user can be named
     */
    private Predicate<Map<String, Object>> all(
            String path, Map<String, @Nullable Object> object, int depth, boolean isRequired) {
        Predicate<Map<String, Object>> all = fields -> true;
        for (Map.Entry<String, @Nullable Object> entry : object.entrySet()) {
            all = all.and(condition(
                    path + "." + ShortenedText.of(entry.getKey()),
                    entry.getKey(),
                    entry.getValue(),
                    depth,
                    isRequired));
        }
        return all;
    }

    private Predicate<Map<String, Object>> condition(
            String path, String name, @Nullable Object value, int depth, boolean isRequired) {
        count(depth);
        return switch (name) {
            case "AND" ->
                list(path, value, depth, isRequired).stream()
                        .reduce(Predicate::and)
                        .orElseThrow();
            case "OR" -> {
                boolean isOne = value instanceof List<?> list && list.size() == 1;
                yield list(path, value, depth, isRequired && isOne).stream()
                        .reduce(Predicate::or)
                        .orElseThrow();
            }
            case "NOT" ->
                list(path, value, depth, false).stream()
                        .reduce(Predicate::or)
                        .orElseThrow()
                        .negate();
            case EntityIds.USER -> user(path, value, isRequired);
            case EntityIds.AGENT, EntityIds.APP, EntityIds.RUN -> {
                isScoped = true;
                yield value(path, name, value);
            }
            case "timestamp" -> value(path, StoredMemory.CREATED, value);
            case StoredMemory.CREATED, StoredMemory.UPDATED, StoredMemory.TYPE -> value(path, name, value);
            case "keywords" -> value(path, StoredMemory.TEXT, value);
            case "memory_ids" -> operator(path, StoredMemory.ID, "in", value);
            case "metadata" -> metadata(path, value);
            case "categories" ->
                throw new IllegalArgumentException(
                        "field '" + path
                                + "' asks for categories, which Daybook does not assign; put them into the metadata, and filter by their name");
            default -> value(path, metadataName(path, name), value);
        };
    }

    private void count(int depth) {
        if (++conditions > MAX_CONDITIONS || depth > MAX_DEPTH) {
            throw new IllegalArgumentException("field 'filters' has more than " + MAX_CONDITIONS
                    + " conditions, or is nested deeper than " + MAX_DEPTH + "; ask with fewer");
        }
    }

    private static String metadataName(String path, String name) {
        if (name.isBlank() || name.startsWith("$")) {
            throw new IllegalArgumentException(
                    "field '" + path
                            + "' is no name of a filter; use AND, OR, NOT, an id, a time, keywords, memory_ids or a name of the metadata");
        }
        return StoredMemory.METADATA + name;
    }

    private List<Predicate<Map<String, Object>>> list(
            String path, @Nullable Object value, int depth, boolean isRequired) {
        List<?> given = value instanceof Map ? List.of(value) : value instanceof List<?> list ? list : List.of();
        if (given.isEmpty()) {
            throw new IllegalArgumentException("field '" + path + "' is " + JsonFields.typeOf(value)
                    + " without a condition; give an array of conditions");
        }
        return given.stream()
                .map(each -> all(path, JsonFields.object("field '" + path + "'", each), depth + 1, isRequired))
                .toList();
    }

    /** Reads the one user, whose scope is searched; it is no condition within the scope. */
    private Predicate<Map<String, Object>> user(String path, @Nullable Object value, boolean isRequired) {
        Object one = value;
        if (value instanceof Map<?, ?> operators && operators.size() == 1) {
            Object operand = operators.values().iterator().next();
            boolean isList = operators.containsKey("in") && operand instanceof List<?> list && list.size() == 1;
            one = isList ? ((List<?>) operand).get(0) : operators.containsKey("eq") ? operand : value;
        }
        if (!isRequired || !(one instanceof String id) || id.equals("*") || user != null && !user.equals(id)) {
            throw new IllegalArgumentException("field '" + path + "' reaches more than one user; name one user, at the"
                    + " top of 'filters' or in its AND, and ask for each user in turn");
        }
        user = id;
        isScoped = true;
        return fields -> true;
    }

    private Predicate<Map<String, Object>> metadata(String path, @Nullable Object value) {
        Predicate<Map<String, Object>> all = fields -> true;
        for (Map.Entry<String, @Nullable Object> entry :
                JsonFields.object("field '" + path + "'", value).entrySet()) {
            count(0);
            String inside = path + "." + ShortenedText.of(entry.getKey());
            all = all.and(value(inside, metadataName(inside, entry.getKey()), entry.getValue()));
        }
        return all;
    }

    /** Reads the value of a name: a value to be equal to, the wildcard, null for a missing value, or operators. */
    private Predicate<Map<String, Object>> value(String path, String field, @Nullable Object value) {
        if (value instanceof Map<?, ?> operators) {
            if (operators.isEmpty()) {
                throw new IllegalArgumentException("field '" + path + "' has no operator; use " + OPERATORS);
            }
            Predicate<Map<String, Object>> all = fields -> true;
            for (Map.Entry<String, @Nullable Object> entry :
                    JsonFields.object(path, value).entrySet()) {
                count(0);
                all = all.and(operator(path, field, entry.getKey(), entry.getValue()));
            }
            return all;
        }
        if (value == null || value.equals("*")) {
            Filter present = Filter.present(field);
            return value == null ? Filter.not(present)::matches : present::matches;
        }
        return operator(path, field, "eq", value);
    }

    private Predicate<Map<String, Object>> operator(
            String path, String field, String operator, @Nullable Object operand) {
        return switch (operator) {
            case "eq" -> equal(path, field, operand)::matches;
            case "ne" -> Filter.not(equal(path, field, operand))::matches;
            case "in" -> oneOf(path, field, operand)::matches;
            case "nin" -> Filter.not(oneOf(path, field, operand))::matches;
            case "gt" -> Filter.greaterThan(field, last(path, field, operand))::matches;
            case "gte" -> Filter.atLeast(field, scalar(path, field, operand))::matches;
            case "lt" -> Filter.lessThan(field, scalar(path, field, operand))::matches;
            case "lte" -> Filter.atMost(field, last(path, field, operand))::matches;
            case "contains" -> {
                String part = part(path, operand);
                yield fields -> fields.get(field) instanceof String text && text.contains(part);
            }
            case "icontains" -> {
                String part = part(path, operand).toLowerCase(Locale.ROOT);
                yield fields -> fields.get(field) instanceof String text
                        && text.toLowerCase(Locale.ROOT).contains(part);
            }
            default ->
                throw new IllegalArgumentException(
                        "field '" + path + "' has the operator '" + ShortenedText.of(operator) + "'; use " + OPERATORS);
        };
    }

    private static Filter equal(String path, String field, @Nullable Object operand) {
        Object value = scalar(path, field, operand);
        return TIMES.contains(field)
                ? Filter.between(field, value, last(path, field, operand))
                : Filter.equal(field, value);
    }

    private static Filter oneOf(String path, String field, @Nullable Object operand) {
        if (!(operand instanceof List<?> list) || list.size() > MAX_VALUES) {
            throw new IllegalArgumentException("field '" + path + "' compares with " + JsonFields.typeOf(operand)
                    + "; use an array of at most " + MAX_VALUES + " values");
        }
        if (TIMES.contains(field)) {
            return Filter.any(
                    list.stream().map(each -> equal(path, field, each)).toArray(Filter[]::new));
        }
        Set<Object> values = new HashSet<>();
        list.forEach(each -> values.add(scalar(path, field, each)));
        return Filter.oneOf(field, values);
    }

    private static Object scalar(String path, String field, @Nullable Object value) {
        if (value == null || value instanceof Map || value instanceof List) {
            throw new IllegalArgumentException("field '" + path + "' compares with " + JsonFields.typeOf(value)
                    + "; use a text, a boolean or a number, or the operator in for an array");
        }
        return TIMES.contains(field) ? time("field '" + path + "'", value) : value;
    }

    /** Returns the upper end of a value: of a day, its last instant in UTC. */
    private static Object last(String path, String field, @Nullable Object value) {
        return TIMES.contains(field) && value instanceof String text
                ? IsoTimes.parseEndOrDay("field '" + path + "'", text).toInstant()
                : scalar(path, field, value);
    }

    /** Reads a time: ISO 8601, a day, which means its beginning in UTC, or seconds since 1970. */
    static Instant time(String argument, Object value) {
        if (value instanceof Number seconds && Math.abs(seconds.doubleValue()) < MAX_SECONDS) {
            return Instant.ofEpochMilli(Math.round(seconds.doubleValue() * 1_000));
        }
        return IsoTimes.parseTimeOrDay(argument, String.valueOf(value)).toInstant();
    }

    private static String part(String path, @Nullable Object operand) {
        if (operand instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException(
                "field '" + path + "' looks for " + JsonFields.typeOf(operand) + "; use a text");
    }
}
