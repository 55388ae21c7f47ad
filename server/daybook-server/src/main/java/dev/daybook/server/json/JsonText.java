package dev.daybook.server.json;

import dev.daybook.internal.json.JsonFields;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/**
 * JSON texts to and from plain values: {@code Map} (in order), {@code List}, {@code String}, {@code Long},
 * {@code Double}, {@code Boolean}, null. No data binding, because loading it would take longer than most commands.
 */
public final class JsonText {

    /** Deeper than any valid line, and far from a stack overflow. */
    static final int MAX_DEPTH = 64;

    /** The quotes or braces of a value, with a comma or a colon. */
    private static final int MARKS = 3;

    private static final int SHORT_VALUE = 8;

    /** Without recycled buffers and without a table of names, because both would keep parts of an erased text in memory. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private JsonText() {}

    /**
     * Reads one value.
     *
     * @throws IllegalArgumentException if the text is not exactly one JSON value, is nested deeper than 64, names a key
     *     of an object twice, or has a number that fits neither 64 bits nor a double
     */
    public static @Nullable Object read(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                throw new IllegalArgumentException("not JSON: it is empty; give one JSON value");
            }
            Object value = value(parser, token);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException(
                        "not JSON: something follows after the value" + at(parser) + "; give one JSON value");
            }
            return value;
        } catch (StreamConstraintsException e) {
            throw new IllegalArgumentException("JSON is beyond a limit (" + e.getOriginalMessage() + "); nest at most "
                    + MAX_DEPTH + " deep and keep numbers short");
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not JSON" + at(e.getLocation()) + ": "
                    + firstLine(e.getOriginalMessage()) + "; give one JSON value");
        }
    }

    /** Reads one object. */
    public static Map<String, @Nullable Object> readObject(String text) {
        Object value = read(text);
        if (value instanceof Map<?, ?>) {
            @SuppressWarnings("unchecked") // the keys of parsed objects are strings
            Map<String, @Nullable Object> object = (Map<String, @Nullable Object>) value;
            return object;
        }
        throw new IllegalArgumentException("JSON is " + JsonFields.typeOf(value) + "; give an object, {…}");
    }

    /** Writes a value on one line, the keys of objects in the order they have. */
    public static String write(@Nullable Object value) {
        StringWriter text = new StringWriter();
        write(value, text);
        return text.toString();
    }

    /** Writes a value as {@link #write(Object)}, and closes the writer. */
    public static void write(@Nullable Object value, Writer text) {
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            write(generator, value);
        }
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

    /** Writes a value so that equal values give equal texts: the keys of objects are sorted. */
    public static String writeCanonical(@Nullable Object value) {
        return write(sorted(value));
    }

    private static @Nullable Object value(JsonParser parser, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> whole(parser);
            case VALUE_NUMBER_FLOAT -> decimal(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new IllegalArgumentException("not JSON: " + token + at(parser) + "; give one JSON value");
        };
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_OBJECT; token = parser.nextToken()) {
            String name = parser.currentName();
            object.put(name, value(parser, parser.nextToken()));
        }
        return object;
    }

    private static List<@Nullable Object> array(JsonParser parser) {
        List<@Nullable Object> array = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            array.add(value(parser, token));
        }
        return array;
    }

    private static Long whole(JsonParser parser) {
        try {
            return Long.valueOf(parser.getString());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "number " + shortened(parser.getString()) + " does not fit 64 bits; write it as a text");
        }
    }

    private static Double decimal(JsonParser parser) {
        double value = Double.parseDouble(parser.getString());
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(
                    "number " + shortened(parser.getString()) + " is too large for a double; write it as a text");
        }
        return value;
    }

    private static void write(JsonGenerator generator, @Nullable Object value) {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof Map<?, ?> map) {
            generator.writeStartObject();
            map.forEach((name, item) -> {
                generator.writeName(String.valueOf(name));
                write(generator, item);
            });
            generator.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            generator.writeStartArray();
            list.forEach(item -> write(generator, item));
            generator.writeEndArray();
        } else if (value instanceof String text) {
            generator.writeString(text);
        } else if (value instanceof Boolean truth) {
            generator.writeBoolean(truth);
        } else if (value instanceof Integer || value instanceof Long) {
            generator.writeNumber(((Number) value).longValue());
        } else if (value instanceof Float number) {
            generator.writeNumber(number.floatValue());
        } else if (value instanceof Double number) {
            generator.writeNumber(number.doubleValue());
        } else {
            throw new IllegalArgumentException(value.getClass() + " has no place in JSON; make it a text first");
        }
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

    private static String at(JsonParser parser) {
        return at(parser.currentTokenLocation());
    }

    /** Omits the position on line 1: most inputs are one line, which the caller names. */
    private static String at(@Nullable TokenStreamLocation location) {
        if (location == null || location.getColumnNr() <= 0) {
            return "";
        }
        return location.getLineNr() > 1
                ? " at line " + location.getLineNr() + ", column " + location.getColumnNr()
                : " at column " + location.getColumnNr();
    }

    private static String firstLine(@Nullable String message) {
        String text = message == null ? "broken" : message;
        int end = text.indexOf('\n');
        return shortened(end < 0 ? text : text.substring(0, end));
    }

    private static String shortened(String text) {
        return text.length() <= 120 ? text : text.substring(0, 117) + "…";
    }
}
