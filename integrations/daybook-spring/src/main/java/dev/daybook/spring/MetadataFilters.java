package dev.daybook.spring;

import dev.daybook.model.NewEpisode;
import dev.daybook.query.Filter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.vectorstore.filter.Filter.Expression;
import org.springframework.ai.vectorstore.filter.Filter.ExpressionType;
import org.springframework.ai.vectorstore.filter.Filter.Group;
import org.springframework.ai.vectorstore.filter.Filter.Operand;
import org.springframework.ai.vectorstore.filter.Filter.Value;

/** The filter expressions of a vector store as conditions on metadata. */
final class MetadataFilters {

    /** A level takes an object and a list of a request over a client, whose JSON has 64 levels at most. */
    private static final int MAX_DEPTH = 24;

    private MetadataFilters() {}

    /**
     * Returns the condition of an expression.
     *
     * @throws IllegalArgumentException if the expression has a condition that metadata cannot answer, or is nested too
     *     deep; a chain of AND or of OR is one level, whatever its length
     */
    static Filter of(@Nullable Operand operand) {
        return of(operand, MAX_DEPTH);
    }

    private static Filter of(@Nullable Operand given, int depth) {
        Operand operand = ungrouped(given);
        if (depth == 0) {
            throw new IllegalArgumentException("filter is nested deeper than " + MAX_DEPTH
                    + " levels; use IN for a list of values, or fewer changes between AND and OR and fewer negations");
        }
        if (!(operand instanceof Expression expression)) {
            throw new IllegalArgumentException(
                    "filter has " + operand + " where a condition is expected; give an expression such as size >= 3");
        }
        return switch (expression.type()) {
            case AND -> Filter.all(chain(expression, depth));
            case OR -> Filter.any(chain(expression, depth));
            case NOT -> Filter.not(of(expression.left(), depth - 1));
            case EQ -> Filter.equal(name(expression), value(expression));
            case NE -> Filter.not(Filter.equal(name(expression), value(expression)));
            case GT -> Filter.greaterThan(name(expression), value(expression));
            case GTE -> Filter.atLeast(name(expression), value(expression));
            case LT -> Filter.lessThan(name(expression), value(expression));
            case LTE -> Filter.atMost(name(expression), value(expression));
            case IN -> Filter.oneOf(name(expression), values(expression));
            case NIN -> Filter.not(Filter.oneOf(name(expression), values(expression)));
            case ISNULL -> Filter.not(Filter.present(name(expression)));
            case ISNOTNULL -> Filter.present(name(expression));
        };
    }

    private static @Nullable Operand ungrouped(@Nullable Operand given) {
        Operand operand = given;
        while (operand instanceof Group group) {
            operand = group.content();
        }
        return operand;
    }

    /** Returns the conditions of a chain of one operator: the parser and the builder nest them in pairs. */
    private static Filter[] chain(Expression whole, int depth) {
        ExpressionType operator = whole.type();
        List<Filter> conditions = new ArrayList<>();
        List<@Nullable Operand> left = new ArrayList<>();
        left.add(whole);
        while (!left.isEmpty()) {
            Operand next = ungrouped(left.remove(left.size() - 1));
            if (next instanceof Expression inner && inner.type() == operator) {
                left.add(inner.right());
                left.add(inner.left());
            } else {
                conditions.add(of(next, depth - 1));
            }
        }
        return conditions.toArray(Filter[]::new);
    }

    private static String name(Expression expression) {
        if (!(expression.left() instanceof org.springframework.ai.vectorstore.filter.Filter.Key key)) {
            throw new IllegalArgumentException("filter compares " + expression.left()
                    + "; give the name of metadata on the left side, and a value on the right");
        }
        String name = unquoted(key.key());
        if (name.startsWith(NewEpisode.RESERVED)) {
            throw new IllegalArgumentException("filter has the name '" + name
                    + "', which is no metadata of a document; a scope is chosen by DaybookVectorStore.of(memory), and"
                    + " times and sessions by a Query of the memory");
        }
        return name;
    }

    /** Returns a key without the quotes that the parser of filters leaves around it. */
    private static String unquoted(String key) {
        boolean isQuoted = key.length() > 1
                && (key.charAt(0) == '"' || key.charAt(0) == '\'')
                && key.charAt(0) == key.charAt(key.length() - 1);
        return isQuoted ? key.substring(1, key.length() - 1) : key;
    }

    private static Object value(Expression expression) {
        Object given = expression.right() instanceof Value value ? value.value() : null;
        if (given == null) {
            throw new IllegalArgumentException("filter compares '" + name(expression)
                    + "' with no value; give one, or use IS NULL or IS NOT NULL");
        }
        return given;
    }

    private static Set<?> values(Expression expression) {
        return value(expression) instanceof List<?> list ? new HashSet<>(list) : Set.of(value(expression));
    }
}
