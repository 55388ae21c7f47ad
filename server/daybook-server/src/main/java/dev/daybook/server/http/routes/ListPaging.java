package dev.daybook.server.http.routes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The part of a list that a call asks for, in the order of the keys. An entry that is there all the time, and whose key no
 * write changes, is on exactly one page. Without a limit and a cursor the answer is the whole list, in the list's own order.
 *
 * @param place the list and its scope, which a cursor is bound to
 * @param limit the size of a page, with zero or below an empty one; null: not given
 * @param after the key of the last entry of the page before; null: the first page
 */
record ListPaging(
        String place, @Nullable Integer limit, @Nullable String after) {

    private static final int DEFAULT_PAGE = 100;

    static ListPaging read(HttpCall call, String list, QueryParameters parameters) {
        Integer limit = parameters.text("limit") == null ? null : Integer.valueOf(parameters.number("limit", 0));
        String place = list + ' ' + call.place();
        String cursor = parameters.text("cursor");
        return new ListPaging(place, limit, cursor == null ? null : key(place, cursor));
    }

    /** Reads the paging of a call that has no other parameters. */
    static ListPaging only(HttpCall call, String list) {
        QueryParameters parameters = call.parameters();
        ListPaging paging = read(call, list, parameters);
        parameters.done();
        return paging;
    }

    /**
     * Answers the asked part.
     *
     * @param key the key of an entry, unique in the list
     * @param write writes entries as the whole list is written
     */
    <T> HttpReply reply(
            List<T> all, Function<? super T, String> key, Function<List<T>, Map<String, @Nullable Object>> write) {
        if (limit == null && after == null) {
            return HttpReply.ok(write.apply(all));
        }
        int size = limit == null ? DEFAULT_PAGE : Math.max(0, limit);
        List<Map.Entry<String, T>> following = all.stream()
                .map(entry -> Map.entry(key.apply(entry), entry))
                .filter(entry -> after == null || entry.getKey().compareTo(after) > 0)
                .sorted(Map.Entry.comparingByKey())
                .limit(size + 1L)
                .toList();
        boolean isLast = following.size() <= size || size == 0;
        List<Map.Entry<String, T>> page = following.subList(0, Math.min(size, following.size()));
        Map<String, @Nullable Object> answer =
                write.apply(page.stream().map(Map.Entry::getValue).toList());
        answer.put("next", isLast ? null : cursor(page.get(size - 1).getKey()));
        return HttpReply.ok(answer);
    }

    /** Returns a number as a part of a key. */
    static String ascending(long number) {
        return String.format(Locale.ROOT, "%019d", number + Long.MAX_VALUE / 2);
    }

    /** Returns a number as a part of a key of which the greatest comes first. */
    static String descending(long number) {
        return ascending(-number);
    }

    /** Returns the cursor of the page after an entry. */
    String cursor(String key) {
        byte[] text = key.getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(ByteBuffer.allocate(Integer.BYTES + text.length)
                        .putInt(check(place, text))
                        .put(text)
                        .array());
    }

    private static String key(String place, String cursor) {
        try {
            byte[] all = Base64.getUrlDecoder().decode(cursor);
            byte[] text = Arrays.copyOfRange(all, Math.min(Integer.BYTES, all.length), all.length);
            if (all.length > Integer.BYTES && ByteBuffer.wrap(all).getInt() == check(place, text)) {
                return new String(text, StandardCharsets.UTF_8);
            }
        } catch (IllegalArgumentException noBase64) {
            // Refused below, like a wrong check.
        }
        throw new IllegalArgumentException("parameter 'cursor' is not the next of a page of this list; give that of the"
                + " page before, or leave it out to begin with the first page");
    }

    /** Detects a cursor of another list and a changed one; a cursor opens nothing that the path does not. */
    private static int check(String place, byte[] text) {
        CRC32 check = new CRC32();
        check.update(place.getBytes(StandardCharsets.UTF_8));
        check.update(text);
        return (int) check.getValue();
    }
}
