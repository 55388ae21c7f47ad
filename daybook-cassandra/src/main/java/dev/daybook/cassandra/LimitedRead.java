package dev.daybook.cassandra;

import dev.daybook.store.Page;
import java.util.List;
import java.util.function.Function;

/** Cuts a page from a result that was read with one extra item, which shows whether more follow. */
final class LimitedRead {

    private LimitedRead() {}

    static int oneMore(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; use at least 1");
        }
        return limit == Integer.MAX_VALUE ? limit : limit + 1;
    }

    static <T> Page<T> page(List<T> read, int limit, Function<T, String> cursor) {
        return read.size() <= limit
                ? new Page<>(read, null)
                : new Page<>(read.subList(0, limit), cursor.apply(read.get(limit - 1)));
    }
}
