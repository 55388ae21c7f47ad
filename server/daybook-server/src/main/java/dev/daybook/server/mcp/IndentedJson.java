package dev.daybook.server.mcp;

import dev.daybook.internal.json.PlainJson;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** JSON with one member on each line, as in settings files. */
final class IndentedJson {

    static final String USUAL = "  ";

    private static final Pattern FIRST_STEP = Pattern.compile("\\A\\s*\\{\\R([ \t]+)\"");

    private IndentedJson() {}

    /** Returns the indentation of a text, so that writing it again changes little. */
    static String stepOf(String text) {
        Matcher first = FIRST_STEP.matcher(text);
        return first.find() ? first.group(1) : USUAL;
    }

    static String write(@Nullable Object value, String step) {
        return write(value, step, "\n") + "\n";
    }

    /** @param line the line break and indentation of the value */
    static String write(@Nullable Object value, String step, String line) {
        String inside = line + step;
        if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            return block(
                    "{",
                    map.entrySet(),
                    member -> PlainJson.write(member.getKey()) + ": " + write(member.getValue(), step, inside),
                    line,
                    inside,
                    "}");
        }
        if (value instanceof List<?> list && !list.isEmpty()) {
            return block("[", list, item -> write(item, step, inside), line, inside, "]");
        }
        return PlainJson.write(value);
    }

    private static <T> String block(
            String open,
            Collection<? extends T> items,
            Function<T, String> written,
            String line,
            String inside,
            String close) {
        return open
                + items.stream().map(item -> inside + written.apply(item)).collect(Collectors.joining(","))
                + line
                + close;
    }
}
