package dev.daybook.replay;

import dev.daybook.internal.json.PlainJson;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares a result with the recorded one, where the order and the last digits are free. */
final class ResultAgreement {

    private static final double SCORES = 1e-5;

    /** The error bound of a sum of 384 numbers of 32 bits, each off by half of its last digit. */
    private static final double VECTORS = 2e-7;

    private static final Set<String> IN_ANY_ORDER = Set.of("recall_facts");
    private static final Set<String> OF_VECTORS = Set.of("embed", "embed_full", "embed_batch");
    private static final Set<String> BY_SCORE = Set.of("recall", "recall_summaries");

    private static final Set<String> OF_NOTES = Set.of("construct", "add", "state");
    private static final Set<String> NOT_COMPARED = Set.of("files", "fields", "embed_calls", "latest_rows");

    private final String operation;
    private final double tolerance;

    ResultAgreement(String operation) {
        this.operation = operation;
        this.tolerance = OF_VECTORS.contains(operation) ? VECTORS : SCORES;
    }

    boolean between(@Nullable Object expected, @Nullable Object given) {
        return same(ordered(expected), ordered(given));
    }

    private boolean same(@Nullable Object expected, @Nullable Object given) {
        if (expected instanceof Number one && given instanceof Number other) {
            return Math.abs(one.doubleValue() - other.doubleValue()) <= tolerance;
        }
        if (expected instanceof List<?> one && given instanceof List<?> other) {
            if (one.size() != other.size()) {
                return false;
            }
            for (int i = 0; i < one.size(); i++) {
                if (!same(one.get(i), other.get(i))) {
                    return false;
                }
            }
            return true;
        }
        if (expected instanceof Map<?, ?> one && given instanceof Map<?, ?> other) {
            return one.keySet().equals(other.keySet())
                    && one.keySet().stream().allMatch(key -> same(one.get(key), other.get(key)));
        }
        return Objects.equals(expected, given);
    }

    /** The freedom that the notes of HAEMA leave: their storage, their time, and their order in a request. */
    private static Object withoutFreedom(Map<?, ?> object) {
        Map<String, @Nullable Object> kept = new LinkedHashMap<>();
        object.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (!NOT_COMPARED.contains(name)) {
                kept.put(name, withoutFreedom(name, value));
            }
        });
        return kept;
    }

    private static @Nullable Object withoutFreedom(String name, @Nullable Object value) {
        if (value instanceof String text) {
            Stream<String> lines = text.lines().filter(line -> !line.isBlank());
            return switch (name) {
                case "core", "current_core_markdown" -> lines.toList();
                case "related_memories" -> lines.sorted().toList();
                default -> text;
            };
        }
        if (value instanceof Map<?, ?> object) {
            return withoutFreedom(object);
        }
        if (value instanceof List<?> list) {
            return name.equals("long_term")
                    ? list.stream().map(row -> ((List<?>) row).get(0)).toList()
                    : list.stream().map(item -> withoutFreedom(name, item)).toList();
        }
        return value;
    }

    private @Nullable Object ordered(@Nullable Object result) {
        if (OF_NOTES.contains(operation) && result instanceof Map<?, ?> object) {
            return withoutFreedom(object);
        }
        if (!(result instanceof List<?> list)) {
            return result;
        }
        if (IN_ANY_ORDER.contains(operation)) {
            return list.stream().sorted(Comparator.comparing(PlainJson::write)).toList();
        }
        boolean scored = BY_SCORE.contains(operation)
                && list.stream()
                        .allMatch(row -> row instanceof List<?> values
                                && !values.isEmpty()
                                && values.get(values.size() - 1) instanceof Number);
        return scored
                ? list.stream()
                        .sorted(Comparator.comparingLong(ResultAgreement::score)
                                .reversed()
                                .thenComparing(row -> String.valueOf(((List<?>) row).get(0))))
                        .toList()
                : list;
    }

    private static long score(Object row) {
        List<?> values = (List<?>) row;
        return Math.round(((Number) values.get(values.size() - 1)).doubleValue() / SCORES);
    }
}
