package dev.daybook.local;

import dev.daybook.store.Page;
import java.util.List;
import java.util.function.Function;

/** Cuts pages from lists. */
final class ListPages {

    private ListPages() {}

    /** Returns the first items of a list, with a cursor at the last of them if more follow. */
    static <T> Page<T> cut(List<T> items, int limit, Function<T, String> cursor) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; use at least 1");
        }
        return items.size() <= limit
                ? new Page<>(items, null)
                : new Page<>(items.subList(0, limit), cursor.apply(items.get(limit - 1)));
    }
}
