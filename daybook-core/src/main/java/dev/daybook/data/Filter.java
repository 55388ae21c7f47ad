package dev.daybook.data;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A condition on the metadata of an entry: a tree of values, never a text that is parsed. */
public sealed interface Filter {

    /** Whether metadata fulfils the condition. */
    boolean matches(Map<String, Object> metadata);

    /** The value under a name equals this one; a number equals a number of the same value. */
    static Filter equal(String name, Object value) {
        return new OneOf(name, Set.of(value));
    }

    /** The value under a name is one of these. */
    static Filter oneOf(String name, Set<?> values) {
        return new OneOf(name, values.stream().map(Object.class::cast).collect(Collectors.toSet()));
    }

    static Filter present(String name) {
        return new Present(name);
    }

    static Filter all(Filter... filters) {
        return new All(List.of(filters));
    }

    static Filter any(Filter... filters) {
        return new Any(List.of(filters));
    }

    static Filter not(Filter filter) {
        return new Not(filter);
    }

    record OneOf(String name, Set<Object> values) implements Filter {
        public OneOf {
            String of = Require.id("filter name", name);
            values = values.stream().map(value -> Metadata.value(of, value)).collect(Collectors.toUnmodifiableSet());
        }

        @Override
        public boolean matches(Map<String, Object> metadata) {
            Object value = metadata.get(name);
            return value != null && (values.contains(value) || values.stream().anyMatch(wanted -> same(wanted, value)));
        }

        /** 1 and 1.0 are the same number, as they are in JSON. */
        private static boolean same(Object wanted, Object value) {
            return wanted instanceof Number a
                    && value instanceof Number b
                    && decimal(a).compareTo(decimal(b)) == 0;
        }

        /** Exact, where a comparison as doubles would take 2^53 + 1 for 2^53. */
        private static BigDecimal decimal(Number number) {
            return number instanceof Long
                    ? BigDecimal.valueOf(number.longValue())
                    : new BigDecimal(number.doubleValue());
        }
    }

    record Present(String name) implements Filter {
        public Present {
            Require.id("filter name", name);
        }

        @Override
        public boolean matches(Map<String, Object> metadata) {
            return metadata.containsKey(name);
        }
    }

    record All(List<Filter> filters) implements Filter {
        public All {
            filters = List.copyOf(filters);
        }

        @Override
        public boolean matches(Map<String, Object> metadata) {
            return filters.stream().allMatch(filter -> filter.matches(metadata));
        }
    }

    record Any(List<Filter> filters) implements Filter {
        public Any {
            filters = List.copyOf(filters);
        }

        @Override
        public boolean matches(Map<String, Object> metadata) {
            return filters.stream().anyMatch(filter -> filter.matches(metadata));
        }
    }

    record Not(Filter filter) implements Filter {
        public Not {
            Require.present("filter", filter);
        }

        @Override
        public boolean matches(Map<String, Object> metadata) {
            return !filter.matches(metadata);
        }
    }
}
