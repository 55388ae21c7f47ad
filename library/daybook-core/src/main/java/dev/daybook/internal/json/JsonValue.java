package dev.daybook.internal.json;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON value. {@code toString} returns its text on one line. */
public sealed interface JsonValue {

    /** Returns the type in words, for error messages: {@code a list}. */
    String kind();

    /** An object; keeps the order of its members. */
    record Members(Map<String, JsonValue> values) implements JsonValue {

        public Members {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }

        /** Returns a member, or null if the object has none of that name. */
        public @Nullable JsonValue get(String name) {
            return values.get(name);
        }

        @Override
        public String kind() {
            return "an object";
        }

        @Override
        public String toString() {
            return JsonWriter.write(this);
        }
    }

    /** A list. */
    record Elements(List<JsonValue> values) implements JsonValue {

        public Elements {
            values = List.copyOf(values);
        }

        @Override
        public String kind() {
            return "a list";
        }

        @Override
        public String toString() {
            return JsonWriter.write(this);
        }
    }

    /** A string, without quotes and escapes. */
    record Text(String value) implements JsonValue {

        @Override
        public String kind() {
            return "a text";
        }

        @Override
        public String toString() {
            return JsonWriter.write(this);
        }
    }

    /** A number, exact. */
    record Numeral(BigDecimal value) implements JsonValue {

        public static Numeral of(long value) {
            return new Numeral(BigDecimal.valueOf(value));
        }

        @Override
        public String kind() {
            return "a number";
        }

        @Override
        public String toString() {
            return JsonWriter.write(this);
        }
    }

    /** The literals true, false and null. */
    enum Constant implements JsonValue {
        TRUE,
        FALSE,
        NULL;

        public static Constant of(boolean value) {
            return value ? TRUE : FALSE;
        }

        @Override
        public String kind() {
            return this == NULL ? "null" : "true or false";
        }

        @Override
        public String toString() {
            return JsonWriter.write(this);
        }
    }
}
