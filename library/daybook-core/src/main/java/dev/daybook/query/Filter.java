package dev.daybook.query;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.MetadataValues;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.checks.TimeText;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the metadata of an entry: a tree of values, never a text to parse. The static methods make one; do not
 * call the constructors of the records below.
 *
 * <p>A range compares numbers with numbers and times with times. Metadata holds a time as a text, ISO 8601 with an
 * offset: {@code 2026-03-01T09:00:00Z}. Two times are compared as instants, so the offset makes no difference. A name
 * that is missing, or has a value of another type, fulfils no range.
 */
public sealed interface Filter {

    /** Returns whether metadata fulfils the condition. */
    boolean matches(Map<String, Object> metadata);

    /** Matches a value equal to this one; a number equals any number of the same value. */
    static Filter equal(String name, Object value) {
        return new OneOf(name, Set.of(value));
    }

    /** Matches a value equal to one of these. */
    static Filter oneOf(String name, Set<?> values) {
        return new OneOf(name, values.stream().map(Object.class::cast).collect(Collectors.toSet()));
    }

    /** Matches metadata that has the name, with any value. */
    static Filter present(String name) {
        return new Present(name);
    }

    /**
     * Matches a value equal to a bound or above it.
     *
     * @param bound a whole number, a finite decimal, an {@link Instant}, an {@link OffsetDateTime}, or a time as a text
     * @throws IllegalArgumentException if the bound is anything else
     */
    static Filter atLeast(String name, Object bound) {
        return new Compare(name, Comparison.AT_LEAST, bound);
    }

    /**
     * Matches a value equal to a bound or below it.
     *
     * @param bound a number or a time, as for {@link #atLeast}
     * @throws IllegalArgumentException if the bound is anything else
     */
    static Filter atMost(String name, Object bound) {
        return new Compare(name, Comparison.AT_MOST, bound);
    }

    /**
     * Matches a value above a bound.
     *
     * @param bound a number or a time, as for {@link #atLeast}
     * @throws IllegalArgumentException if the bound is anything else
     */
    static Filter greaterThan(String name, Object bound) {
        return new Compare(name, Comparison.GREATER_THAN, bound);
    }

    /**
     * Matches a value below a bound.
     *
     * @param bound a number or a time, as for {@link #atLeast}
     * @throws IllegalArgumentException if the bound is anything else
     */
    static Filter lessThan(String name, Object bound) {
        return new Compare(name, Comparison.LESS_THAN, bound);
    }

    /**
     * Matches a value from one bound to another, both inclusive. A reversed range matches nothing.
     *
     * @param from a number or a time, as for {@link #atLeast}
     * @param to a bound of the same type
     * @throws IllegalArgumentException if a bound is anything else, or one is a number and the other a time
     */
    static Filter between(String name, Object from, Object to) {
        Compare first = new Compare(name, Comparison.AT_LEAST, from);
        Compare last = new Compare(name, Comparison.AT_MOST, to);
        if (first.bound() instanceof Instant != last.bound() instanceof Instant) {
            throw new IllegalArgumentException("filter '" + name + "' is between a number and a time, " + from + " and "
                    + to + "; give two numbers or two times");
        }
        return all(first, last);
    }

    /** Matches metadata that fulfils all conditions; without a condition, any metadata. */
    static Filter all(Filter... filters) {
        return new All(List.of(filters));
    }

    /** Matches metadata that fulfils at least one condition; without a condition, none. */
    static Filter any(Filter... filters) {
        return new Any(List.of(filters));
    }

    /** Matches metadata that does not fulfil the condition. */
    static Filter not(Filter filter) {
        return new Not(filter);
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

        /** 1 and 1.0 are the same number, as they are in JSON. */
        private static boolean same(Object wanted, Object value) {
            return wanted instanceof Number a && value instanceof Number b && Compare.numbers(a, b) == 0;
        }
    }

    /** The relation of a value to a bound. */
    enum Comparison {
        AT_LEAST,
        AT_MOST,
        GREATER_THAN,
        LESS_THAN;

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
            return bound instanceof String text ? "'" + text + "'" : String.valueOf(bound);
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
    }

    /** Several conditions that hold together. */
    record All(List<Filter> filters) implements Filter {
        public All {
            filters = List.copyOf(filters);
        }

        @Override
        public boolean matches(Map<String, Object> metadata) {
            return filters.stream().allMatch(filter -> filter.matches(metadata));
        }
    }

    /** Several conditions of which one is enough. */
    record Any(List<Filter> filters) implements Filter {
        public Any {
            filters = List.copyOf(filters);
        }

        @Override
        public boolean matches(Map<String, Object> metadata) {
            return filters.stream().anyMatch(filter -> filter.matches(metadata));
        }
    }

    /** The negation of a condition. */
    record Not(Filter filter) implements Filter {
        public Not {
            NullChecks.present("filter", filter);
        }

        @Override
        public boolean matches(Map<String, Object> metadata) {
            return !filter.matches(metadata);
        }
    }
}
