package dev.daybook.query;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.MetadataValues;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.checks.ShortenedText;
import dev.daybook.internal.checks.TimeText;
import dev.daybook.model.SizeLimits;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The forms of a {@link Filter}. */
final class FilterForms {

    /**
     * The levels of a filter. A level of "all" or "any" takes two of the 64 levels of the JSON of a request, in which a filter
     * may stand below others, so that any filter can be sent.
     */
    static final int MAX_LEVELS = 25;

    /**
     * The conditions of a filter on all levels, of which each entry costs as many steps. Without a bound, one object that
     * stands twice on each of the levels would cost two to the power of 25.
     */
    static final int MAX_CONDITIONS = 100_000;

    private FilterForms() {}

    /** Rejects the conditions of a new level if there are too many, or too many levels. */
    private static List<Filter> below(String argument, List<Filter> filters) {
        if (left(MAX_CONDITIONS - 1, filters) < 0) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s makes a filter of more than %,d conditions; use at most so many, and oneOf for the values of a name",
                    argument,
                    MAX_CONDITIONS));
        }
        int levels = 1 + filters.stream().mapToInt(FilterForms::levels).max().orElse(0);
        if (levels > MAX_LEVELS) {
            throw new IllegalArgumentException(argument + " makes " + levels + " levels of filters; use at most "
                    + MAX_LEVELS + ": many conditions side by side are one level, and so are the values of oneOf");
        }
        return filters;
    }

    private static List<Filter> below(Filter filter) {
        return filter instanceof All all
                ? all.filters
                : filter instanceof Any any ? any.filters : filter instanceof Not not ? List.of(not.filter) : List.of();
    }

    private static int levels(Filter filter) {
        return 1 + below(filter).stream().mapToInt(FilterForms::levels).max().orElse(0);
    }

    /** Returns how many conditions are left beside those of some filters; below 0: they have more, and the rest is not counted. */
    private static int left(int conditions, List<Filter> filters) {
        int left = conditions;
        for (Filter filter : filters) {
            left = left(left - 1, below(filter));
            if (left < 0) {
                break;
            }
        }
        return left;
    }

    /** A value equal to one of several. */
    record OneOf(String name, Set<Object> values) implements Filter {
        public OneOf {
            String of = ArgumentChecks.id("filter name", name);
            values = values.stream()
                    .map(value -> MetadataValues.value(of, value))
                    .collect(Collectors.toUnmodifiableSet());
        }

        @Override
        public boolean matches(Map<String, Object> metadata) {
            Object value = metadata.get(name);
            return value != null && (values.contains(value) || values.stream().anyMatch(wanted -> same(wanted, value)));
        }

        @Override
        public Map<String, Object> fields() {
            return Map.of("oneOf", Map.of(name, List.copyOf(values)));
        }

        /** 1 and 1.0 are the same number, as they are in JSON. */
        private static boolean same(Object wanted, Object value) {
            return wanted instanceof Number a && value instanceof Number b && Compare.numbers(a, b) == 0;
        }
    }

    /** The relation of a value to a bound. */
    enum Comparison {
        AT_LEAST("atLeast"),
        AT_MOST("atMost"),
        GREATER_THAN("greaterThan"),
        LESS_THAN("lessThan");

        private final String name;

        Comparison(String name) {
            this.name = name;
        }

        private boolean holds(int order) {
            return switch (this) {
                case AT_LEAST -> order >= 0;
                case AT_MOST -> order <= 0;
                case GREATER_THAN -> order > 0;
                case LESS_THAN -> order < 0;
            };
        }
    }

    /**
     * A value on one side of a bound.
     *
     * @param bound a Long, a Double or an {@link Instant}, after it was read
     */
    record Compare(String name, Comparison comparison, Object bound) implements Filter {
        public Compare {
            ArgumentChecks.id("filter name", name);
            NullChecks.present("comparison", comparison);
            bound = bound(name, bound);
            if (bound instanceof Instant time) {
                SizeLimits.time("filter bound of '" + name + "'", time);
            }
        }

        @Override
        public boolean matches(Map<String, Object> metadata) {
            Object value = metadata.get(name);
            if (bound instanceof Instant time) {
                Instant at = value instanceof String text ? TimeText.instant(text) : null;
                return at != null && comparison.holds(at.compareTo(time));
            }
            return value instanceof Number number && comparison.holds(numbers(number, (Number) bound));
        }

        @Override
        public Map<String, Object> fields() {
            return Map.of(comparison.name, Map.of(name, bound instanceof Instant time ? time.toString() : bound));
        }

        private static Object bound(String name, @Nullable Object bound) {
            if (bound instanceof Instant) {
                return bound;
            }
            if (bound instanceof OffsetDateTime time) {
                return time.toInstant();
            }
            if (bound instanceof Number) {
                return MetadataValues.value(name, bound);
            }
            Instant time = bound instanceof String text ? TimeText.instant(text) : null;
            if (time == null) {
                throw new IllegalArgumentException("filter bound of '" + name + "' is " + shown(bound)
                        + "; give a number, or a time in ISO 8601 with an offset such as 2026-03-01T09:00:00Z");
            }
            return time;
        }

        private static String shown(@Nullable Object bound) {
            return bound instanceof String text ? "'" + ShortenedText.of(text) + "'" : String.valueOf(bound);
        }

        static int numbers(Number first, Number second) {
            return decimal(first).compareTo(decimal(second));
        }

        /** Returns the exact value; as doubles, 2^53 + 1 would equal 2^53. */
        private static BigDecimal decimal(Number number) {
            return number instanceof Long
                    ? BigDecimal.valueOf(number.longValue())
                    : new BigDecimal(number.doubleValue());
        }
    }

    /** Any value under a name. */
    record Present(String name) implements Filter {
        public Present {
            ArgumentChecks.id("filter name", name);
        }

        @Override
        public boolean matches(Map<String, Object> metadata) {
            return metadata.containsKey(name);
        }

        @Override
        public Map<String, Object> fields() {
            return Map.of("present", name);
        }
    }

    /** Several conditions that hold together. */
    record All(List<Filter> filters) implements Filter {
        public All {
            filters = below("filters", List.copyOf(NullChecks.all("filters", filters)));
        }

        @Override
        public boolean matches(Map<String, Object> metadata) {
            return filters.stream().allMatch(filter -> filter.matches(metadata));
        }

        @Override
        public Map<String, Object> fields() {
            return Map.of("all", filters.stream().map(Filter::fields).toList());
        }
    }

    /** Several conditions of which one is enough. */
    record Any(List<Filter> filters) implements Filter {
        public Any {
            filters = below("filters", List.copyOf(NullChecks.all("filters", filters)));
        }

        @Override
        public boolean matches(Map<String, Object> metadata) {
            return filters.stream().anyMatch(filter -> filter.matches(metadata));
        }

        @Override
        public Map<String, Object> fields() {
            return Map.of("any", filters.stream().map(Filter::fields).toList());
        }
    }

    /** The negation of a condition. */
    record Not(Filter filter) implements Filter {
        public Not {
            below("filter", List.of(NullChecks.present("filter", filter)));
        }

        @Override
        public boolean matches(Map<String, Object> metadata) {
            return !filter.matches(metadata);
        }

        @Override
        public Map<String, Object> fields() {
            return Map.of("not", filter.fields());
        }
    }
}
