package dev.daybook.internal.json;

import dev.daybook.internal.checks.ShortenedText;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object or of a table row, read by name and type. {@link #done} rejects the first field that was
 * not read, so that a misspelt name is an error. Invalid input throws an {@link IllegalArgumentException} with the
 * field, its value and the expected value.
 */
public final class JsonFields {

    static final String GIVE_TIME = "give a time in ISO 8601 with an offset, such as 2026-05-08T13:56:00Z";

    private final Map<String, @Nullable Object> object;
    private final String path;
    private final @Nullable BiFunction<String, String, OffsetDateTime> times;
    private final Set<String> asked = new LinkedHashSet<>();

    /** Creates the fields of a parsed object. */
    public JsonFields(Map<String, @Nullable Object> object) {
        this(object, null);
    }

    /**
     * Creates the fields of an object with its own format of times.
     *
     * @param times reads a time, from the name of the field for a message and its text; null: ISO 8601 with an offset
     */
    public JsonFields(
            Map<String, @Nullable Object> object, @Nullable BiFunction<String, String, OffsetDateTime> times) {
        this(object, "", times);
    }

    private JsonFields(
            Map<String, @Nullable Object> object,
            String path,
            @Nullable BiFunction<String, String, OffsetDateTime> times) {
        this.object = object;
        this.path = path;
        this.times = times;
    }

    /** Returns whether the field is present, even with the value null. */
    public boolean has(String name) {
        asked.add(name);
        return object.containsKey(name);
    }

    public @Nullable String optionalText(String name) {
        Object value = get(name);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw wrong(name, value, "a text");
    }

    public String text(String name) {
        String value = optionalText(name);
        if (value == null) {
            throw missing(name, "give a text");
        }
        return value;
    }

    public boolean truth(String name) {
        return Boolean.TRUE.equals(optionalTruth(name));
    }

    public @Nullable Boolean optionalTruth(String name) {
        Object value = get(name);
        if (value == null || value instanceof Boolean) {
            return (Boolean) value;
        }
        throw wrong(name, value, "true or false");
    }

    public @Nullable OffsetDateTime optionalTime(String name) {
        String value = optionalText(name);
        if (value == null) {
            return null;
        }
        String argument = "field '" + path + name + "'";
        return times == null ? IsoTimes.parse(argument, value) : times.apply(argument, value);
    }

    public @Nullable Instant optionalInstant(String name) {
        OffsetDateTime time = optionalTime(name);
        return time == null ? null : time.toInstant();
    }

    public OffsetDateTime time(String name) {
        OffsetDateTime time = optionalTime(name);
        if (time == null) {
            throw missing(name, GIVE_TIME);
        }
        return time;
    }

    public double decimal(String name, double otherwise) {
        Object value = get(name);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw wrong(name, value, "a number");
    }

    /** Reads a whole number from 0; 0 if it is missing. */
    public int count(String name) {
        Object value = get(name);
        if (value == null) {
            return 0;
        }
        if (value instanceof Long number && number >= 0 && number <= Integer.MAX_VALUE) {
            return number.intValue();
        }
        throw wrong(name, value, "a whole number from 0 to " + Integer.MAX_VALUE);
    }

    /** Reads a whole number from 0; null if it is missing. */
    public @Nullable Long optionalCount(String name) {
        Object value = get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Long number && number >= 0) {
            return number;
        }
        throw wrong(name, value, "a whole number from 0");
    }

    /** Reads a whole number in the range of int; null if it is missing. */
    public @Nullable Integer optionalNumber(String name) {
        return number(name, "a whole number");
    }

    /** Reads a whole number in the range of int; null if it is missing. The message names the range. */
    public @Nullable Integer whole(String name) {
        return number(name, "a whole number of 32 bits");
    }

    private @Nullable Integer number(String name, String wanted) {
        Object value = get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Long number && number == number.intValue()) {
            return number.intValue();
        }
        throw wrong(name, value, wanted);
    }

    /** Reads an array of numbers; null if it is missing. */
    public float @Nullable [] optionalNumbers(String name) {
        Object value = get(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof List<?> list)) {
            throw wrong(name, value, "an array of numbers");
        }
        float[] numbers = new float[list.size()];
        for (int i = 0; i < numbers.length; i++) {
            if (!(list.get(i) instanceof Number number)) {
                throw wrong(name + "[" + i + "]", list.get(i), "a number");
            }
            numbers[i] = number.floatValue();
        }
        return numbers;
    }

    /** Reads an object; empty if it is missing. */
    public Map<String, @Nullable Object> object(String name) {
        Object value = get(name);
        return value == null ? Map.of() : asObject(name, value);
    }

    /** Reads the fields of an object. */
    public JsonFields fields(String name) {
        return new JsonFields(object(name), path + name + ".", times);
    }

    /** Reads the fields of each object of an array; empty if it is missing. */
    public List<JsonFields> list(String name) {
        Object value = get(name);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw wrong(name, value, "an array of objects");
        }
        List<JsonFields> all = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            String place = name + "[" + i + "]";
            all.add(new JsonFields(asObject(place, list.get(i)), path + place + ".", times));
        }
        return all;
    }

    /**
     * Reads a value from these fields.
     *
     * @throws IllegalArgumentException if the reading does; the message names the place of these fields, and their id
     *     if they have one
     */
    public <T> T placed(Function<JsonFields, T> reading) {
        try {
            return reading.apply(this);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            String place = path.endsWith(".") ? path.substring(0, path.length() - 1) : path;
            String id = object.get("id") instanceof String text ? " (id '" + ShortenedText.of(text) + "')" : "";
            throw new IllegalArgumentException(message.contains(place) ? message + id : place + id + ": " + message, e);
        }
    }

    /** Reads a text or an array of texts; empty if it is missing. */
    public List<String> textOrTexts(String name) {
        return get(name) instanceof String text ? List.of(text) : texts(name, "a text or an array of texts");
    }

    /** Reads an array of texts; empty if it is missing. */
    public List<String> texts(String name) {
        return texts(name, "an array of texts");
    }

    private List<String> texts(String name, String expected) {
        Object value = get(name);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw wrong(name, value, expected);
        }
        List<String> texts = new ArrayList<>(list.size());
        for (Object item : list) {
            if (!(item instanceof String text)) {
                throw wrong(name, item, "texts only");
            }
            texts.add(text);
        }
        return texts;
    }

    public @Nullable Object get(String name) {
        asked.add(name);
        return object.get(name);
    }

    /** Checks that every field was read. */
    public void done() {
        for (String name : object.keySet()) {
            if (!asked.contains(name)) {
                throw new IllegalArgumentException("field '" + path + ShortenedText.of(name) + "' is not known; "
                        + (asked.isEmpty()
                                ? "no fields are known here, so leave it out"
                                : "the fields here are " + String.join(", ", asked)));
            }
        }
    }

    public IllegalArgumentException missing(String name, String remedy) {
        return new IllegalArgumentException("field '" + path + name + "' is missing; " + remedy);
    }

    public IllegalArgumentException wrong(String name, @Nullable Object value, String wanted) {
        return new IllegalArgumentException("field '" + path + name + "' is " + typeOf(value) + "; use " + wanted);
    }

    /** Describes a value in terms of JSON for a message; long texts are cut. */
    public static String typeOf(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof Map) {
            return "an object";
        }
        if (value instanceof List) {
            return "an array";
        }
        if (value instanceof byte[] bytes) {
            return bytes.length + " bytes";
        }
        if (value instanceof String text) {
            return "the text '" + ShortenedText.of(text) + "'";
        }
        return value.toString();
    }

    private Map<String, @Nullable Object> asObject(String name, @Nullable Object value) {
        if (!(value instanceof Map<?, ?>)) {
            throw wrong(name, value, "an object");
        }
        return object(name, value);
    }

    /**
     * Returns a value that is an object.
     *
     * @param what the value, for the message
     */
    public static Map<String, @Nullable Object> object(String what, @Nullable Object value) {
        if (!(value instanceof Map<?, ?>)) {
            throw new IllegalArgumentException(what + " is " + typeOf(value) + "; give an object, {…}");
        }
        @SuppressWarnings("unchecked") // the keys of parsed objects are strings
        Map<String, @Nullable Object> fields = (Map<String, @Nullable Object>) value;
        return fields;
    }
}
