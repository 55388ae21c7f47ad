package dev.daybook.internal.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * JSON texts of plain Java values: {@code Map} (in order), {@code List}, {@code String}, {@code Long}, {@code Double},
 * {@code Boolean} and null. Numbers keep the form that Java gives them, so {@code 1.0} and {@code 1} stay different
 * texts.
 */
public final class PlainJson {

    /** The media type of lines with a JSON value each. */
    public static final String LINES_TYPE = "application/x-ndjson";

    /** The maximum length of a line in the interchange format, in characters. */
    static final int MAX_LENGTH = 64 << 20;

    /** The quotes or braces of a value, with a comma or a colon. */
    private static final int MARKS = 3;

    private static final int SHORT_VALUE = 8;

    private static final PlainValues VALUES = new PlainValues(Numbers.FITTING);
    private static final PlainValues LENIENT = new PlainValues(Numbers.OR_NONE);
    private static final PlainValues EXACT = new PlainValues(Numbers.AS_WRITTEN);

    private PlainJson() {}

    /**
     * Reads one value.
     *
     * @throws IllegalArgumentException if the text is not exactly one JSON value, is nested deeper than 64, has a
     *     duplicate key, or has a number that fits neither 64 bits nor a double
     */
    public static @Nullable Object read(String text) {
        return new JsonParser<@Nullable Object>(text, 0, false, MAX_LENGTH, VALUES).single();
    }

    /**
     * Reads one value that another program wrote, as {@link #read}, but tolerates its usual mistakes: raw control
     * characters, half surrogate pairs (U+FFFD), duplicate keys (the last counts), NaN, Infinity and numbers that do not fit
     * (null).
     *
     * @throws IllegalArgumentException as {@link #read} for everything else
     */
    public static @Nullable Object readLenient(String text) {
        return new JsonParser<@Nullable Object>(text, 0, true, MAX_LENGTH, LENIENT).single();
    }

    /**
     * Reads one object.
     *
     * @throws IllegalArgumentException as {@link #read}, and if the value is no object
     */
    public static Map<String, @Nullable Object> readObject(String text) {
        return JsonFields.object("JSON", read(text));
    }

    /**
     * Reads one object as {@link #readObject}, to be passed on: numbers are written as they are.
     *
     * @throws IllegalArgumentException as {@link #readObject}, but for no number
     */
    public static Map<String, @Nullable Object> readExactObject(String text) {
        return JsonFields.object("JSON", new JsonParser<@Nullable Object>(text, 0, false, MAX_LENGTH, EXACT).single());
    }

    /** Returns a mutable object with one field. */
    public static Map<String, @Nullable Object> object(String name, @Nullable Object value) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put(name, value);
        return object;
    }

    /** Writes a value on one line, the keys of objects in their order. */
    public static String write(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    /**
     * Writes a value as {@link #write(Object)}.
     *
     * @throws UncheckedIOException if the output fails
     */
    public static void write(@Nullable Object value, Appendable out) {
        try {
            append(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a value with sorted keys, so that equal values give equal texts. */
    public static String writeCanonical(@Nullable Object value) {
        return write(sorted(value));
    }

    /** Returns the approximate number of characters of a value as JSON, without writing it. */
    public static long length(@Nullable Object value) {
        if (value instanceof String text) {
            return text.length() + MARKS;
        }
        if (value instanceof Map<?, ?> map) {
            long length = MARKS;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                length += length(entry.getKey()) + length(entry.getValue());
            }
            return length;
        }
        if (value instanceof Iterable<?> list) {
            long length = MARKS;
            for (Object item : list) {
                length += length(item);
            }
            return length;
        }
        return SHORT_VALUE;
    }

    private static void append(Appendable out, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            String separator = "{";
            for (Map.Entry<?, ?> member : map.entrySet()) {
                out.append(separator);
                JsonWriter.text(out, String.valueOf(member.getKey()));
                out.append(':');
                append(out, member.getValue());
                separator = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> list) {
            String separator = "";
            out.append('[');
            for (Object element : list) {
                out.append(separator);
                append(out, element);
                separator = ",";
            }
            out.append(']');
        } else if (value instanceof String text) {
            JsonWriter.text(out, text);
        } else if (value == null || value instanceof Boolean || value instanceof Integer || value instanceof Long) {
            out.append(String.valueOf(value));
        } else if (value instanceof ExactNumber exact) {
            out.append(exact.text());
        } else if (value instanceof Float || value instanceof Double) {
            number(out, (Number) value);
        } else {
            throw new IllegalArgumentException(value.getClass() + " has no place in JSON; make it a text first");
        }
    }

    /** Writes a number; NaN and the infinities, which JSON does not have, become texts. */
    private static void number(Appendable out, Number number) throws IOException {
        String text = number.toString();
        out.append(Double.isFinite(number.doubleValue()) ? text : '"' + text + '"');
    }

    private static @Nullable Object sorted(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            TreeMap<String, @Nullable Object> sorted = new TreeMap<>();
            map.forEach((name, item) -> sorted.put(String.valueOf(name), sorted(item)));
            return sorted;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> items = new ArrayList<>();
            list.forEach(item -> items.add(sorted(item)));
            return items;
        }
        return value;
    }

    /** A number as it stands in a text. */
    private record ExactNumber(String text) {}

    /** The treatment of numbers; one fits that is a whole number of 64 bits or a finite double. */
    private enum Numbers {
        FITTING,
        OR_NONE,
        AS_WRITTEN
    }

    private record PlainValues(Numbers numbers) implements JsonParser.Values<@Nullable Object> {

        @Override
        public Object object(Map<String, @Nullable Object> members) {
            return members;
        }

        @Override
        public Object array(List<@Nullable Object> elements) {
            return elements;
        }

        @Override
        public Object text(String value) {
            return value;
        }

        @Override
        public @Nullable Object number(String text) {
            if (numbers == Numbers.AS_WRITTEN) {
                return new ExactNumber(text);
            }
            boolean isWhole = text.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
            if (isWhole) {
                try {
                    return Long.valueOf(text);
                } catch (NumberFormatException tooLong) {
                    return unfit("number " + text + " does not fit 64 bits; write it as a text");
                }
            }
            double value = Double.parseDouble(text);
            return Double.isFinite(value)
                    ? (Object) value
                    : unfit("number " + text + " is too large for a double; write it as a text");
        }

        private @Nullable Object unfit(String problem) {
            if (numbers == Numbers.FITTING) {
                throw new IllegalArgumentException(problem);
            }
            return null;
        }

        @Override
        public Object truth(boolean value) {
            return value;
        }

        @Override
        public @Nullable Object nothing() {
            return null;
        }
    }
}
