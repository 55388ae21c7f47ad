package dev.daybook.server.mem0;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.http.routes.QueryParameters;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The page of a list that a call asks for.
 *
 * @param number from 1
 * @param others the other parameters of the call, as {@link QueryParameters#without} writes them
 */
record PageChoice(int number, int size, String others) {

    private static final int DEFAULT_SIZE = 100;
    private static final int MAX_SIZE = 1_000;

    /** Reads a page; the self-hosted server has its size as {@code top_k}. */
    static PageChoice read(QueryParameters parameters) {
        int number = parameters.number("page", 1);
        if (number < 1) {
            throw new IllegalArgumentException("parameter 'page' is " + number + "; use 1 or more");
        }
        int size = parameters.number("page_size", parameters.number("top_k", DEFAULT_SIZE));
        return new PageChoice(
                number, bounded("page_size", size), parameters.without(Set.of("page", "page_size", "top_k")));
    }

    static int bounded(String name, int size) {
        if (size < 1 || size > MAX_SIZE) {
            throw new IllegalArgumentException("'" + name + "' is " + size + "; use 1 to " + MAX_SIZE);
        }
        return size;
    }

    <T> Stream<T> of(Stream<T> all) {
        return all.skip((number - 1L) * size).limit(size);
    }

    Map<String, @Nullable Object> answer(int count, List<Map<String, @Nullable Object>> results) {
        Map<String, @Nullable Object> answer = PlainJson.object("count", count);
        answer.put("next", (long) number * size < count ? link(number + 1) : null);
        answer.put("previous", number > 1 ? link(number - 1) : null);
        answer.put("results", results);
        return answer;
    }

    private String link(int page) {
        return "?" + others + "page=" + page + "&page_size=" + size;
    }
}
