package dev.daybook.query;

import dev.daybook.internal.checks.NullChecks;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A condition on the metadata of an entry: a tree of values, never a text to parse. The static methods make one.
 *
 * <p>A range compares numbers with numbers and times with times. Metadata holds a time as a text, ISO 8601 with an
 * offset: {@code 2026-03-01T09:00:00Z}. Two times are compared as instants, so the offset makes no difference. A name
 * that is missing, or has a value of another type, fulfils no range.
 *
 * <p>A filter has at most 25 levels: a condition on a name is one, {@link #between} is two, and each {@link #all}, {@link #any} and
 * {@link #not} adds one to the conditions in it. It has at most 100,000 conditions on all levels. A level or a condition more
 * is an {@link IllegalArgumentException}.
 */
public sealed interface Filter
        permits FilterForms.OneOf,
                FilterForms.Compare,
                FilterForms.Present,
                FilterForms.All,
                FilterForms.Any,
                FilterForms.Not {

    /** Returns whether metadata fulfils the condition. */
    boolean matches(Map<String, Object> metadata);

    /** Returns the condition in the form of a request: {@code {"atLeast": {"size": 3}}}. */
    Map<String, Object> fields();

    /** Matches a value equal to this one; a number equals any number of the same value. */
    static Filter equal(String name, Object value) {
        return new FilterForms.OneOf(name, Set.of(NullChecks.present("filter value of '" + name + "'", value)));
    }

    /** Matches a value equal to one of these. */
    static Filter oneOf(String name, Set<?> values) {
        return new FilterForms.OneOf(
                name,
                NullChecks.all("filter values of '" + name + "'", values).stream()
                        .map(Object.class::cast)
                        .collect(Collectors.toSet()));
    }

    /** Matches metadata that has the name, with any value. */
    static Filter present(String name) {
        return new FilterForms.Present(name);
    }

    /**
     * Matches a value equal to a bound or above it.
     *
     * @param bound a whole number, a finite decimal, an {@link Instant}, an {@link OffsetDateTime}, or a time as a text
     * @throws IllegalArgumentException if the bound is anything else
     */
    static Filter atLeast(String name, Object bound) {
        return new FilterForms.Compare(name, FilterForms.Comparison.AT_LEAST, bound);
    }

    /**
     * Matches a value equal to a bound or below it.
     *
     * @param bound a number or a time, as for {@link #atLeast}
     * @throws IllegalArgumentException if the bound is anything else
     */
    static Filter atMost(String name, Object bound) {
        return new FilterForms.Compare(name, FilterForms.Comparison.AT_MOST, bound);
    }

    /**
     * Matches a value above a bound.
     *
     * @param bound a number or a time, as for {@link #atLeast}
     * @throws IllegalArgumentException if the bound is anything else
     */
    static Filter greaterThan(String name, Object bound) {
        return new FilterForms.Compare(name, FilterForms.Comparison.GREATER_THAN, bound);
    }

    /**
     * Matches a value below a bound.
     *
     * @param bound a number or a time, as for {@link #atLeast}
     * @throws IllegalArgumentException if the bound is anything else
     */
    static Filter lessThan(String name, Object bound) {
        return new FilterForms.Compare(name, FilterForms.Comparison.LESS_THAN, bound);
    }

    /**
     * Matches a value from one bound to another, both inclusive. A reversed range matches nothing.
     *
     * @param from a number or a time, as for {@link #atLeast}
     * @param to a bound of the same type
     * @throws IllegalArgumentException if a bound is anything else, or one is a number and the other a time
     */
    static Filter between(String name, Object from, Object to) {
        FilterForms.Compare first = new FilterForms.Compare(name, FilterForms.Comparison.AT_LEAST, from);
        FilterForms.Compare last = new FilterForms.Compare(name, FilterForms.Comparison.AT_MOST, to);
        if (first.bound() instanceof Instant != last.bound() instanceof Instant) {
            throw new IllegalArgumentException("filter '" + name + "' is between a number and a time, " + from + " and "
                    + to + "; give two numbers or two times");
        }
        return all(first, last);
    }

    /** Matches metadata that fulfils all conditions; without a condition, any metadata. */
    static Filter all(Filter... filters) {
        return new FilterForms.All(Arrays.asList(NullChecks.present("filters", filters)));
    }

    /** Matches metadata that fulfils at least one condition; without a condition, none. */
    static Filter any(Filter... filters) {
        return new FilterForms.Any(Arrays.asList(NullChecks.present("filters", filters)));
    }

    /** Matches metadata that does not fulfil the condition. */
    static Filter not(Filter filter) {
        return new FilterForms.Not(filter);
    }
}
