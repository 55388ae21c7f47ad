package dev.daybook.store;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of results.
 *
 * @param cursor the argument for the next page; null after the last. A page may be empty without being the last
 */
public record Page<T>(List<T> items, @Nullable String cursor) {
    public Page {
        items = List.copyOf(items);
    }

    /**
     * Cuts a page from the results that follow the cursor of the previous one. A result beyond the limit shows that more
     * follow, so a store reads {@link #oneMore} of them.
     *
     * @param found the results in order
     * @param cursor returns the cursor of a page that ends with a result
     * @throws IllegalArgumentException if the limit is below 1
     */
    public static <T> Page<T> cut(List<T> found, int limit, Function<? super T, String> cursor) {
        if (found.size() < oneMore(limit)) {
            return new Page<>(found, null);
        }
        return new Page<>(found.subList(0, limit), cursor.apply(found.get(limit - 1)));
    }

    /**
     * Returns the number of results that a store reads for {@link #cut}: one more than the limit.
     *
     * @throws IllegalArgumentException if the limit is below 1
     */
    public static long oneMore(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; use at least 1");
        }
        return limit + 1L;
    }
}
