package dev.daybook.internal.json;

import dev.daybook.internal.json.JsonValue.Constant;
import dev.daybook.internal.json.JsonValue.Elements;
import dev.daybook.internal.json.JsonValue.Members;
import dev.daybook.internal.json.JsonValue.Numeral;
import dev.daybook.internal.json.JsonValue.Text;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * A recursive-descent JSON parser, bounded in length and depth. Strict mode is RFC 8259 without duplicate keys. Lenient
 * mode accepts the usual unambiguous mistakes of models: raw control characters in strings, a comma before a closing
 * bracket, a duplicate key (the last counts), NaN and Infinity (null), half a surrogate pair (U+FFFD). A truncated
 * value is an error in both modes.
 */
public final class JsonReader {

    /** The maximum depth: more than any document of Daybook has, and far below the depth of a stack overflow. */
    public static final int MAX_DEPTH = JsonParser.MAX_DEPTH;

    /** The maximum length in characters; no answer of a model is longer. */
    public static final int MAX_LENGTH = 16 << 20;

    private final JsonParser<JsonValue> parser;

    private JsonReader(String text, int from, boolean lenient) {
        this.parser = new JsonParser<>(text, from, lenient, MAX_LENGTH, new TreeValues());
    }

    /**
     * Parses a text that is exactly one value.
     *
     * @throws JsonException if the text is anything else
     */
    public static JsonValue read(String text) {
        return new JsonReader(text, 0, false).parser.single();
    }

    /** Creates a lenient reader that starts at an index; the text before and after the value is ignored. */
    public static JsonReader lenient(String text, int from) {
        return new JsonReader(text, from, true);
    }

    /**
     * Reads the value at the current position.
     *
     * @throws JsonException if there is none
     */
    public JsonValue next() {
        return parser.next();
    }

    /** Returns the index after the last character of the last value. */
    public int position() {
        return parser.position();
    }

    private static final class TreeValues implements JsonParser.Values<JsonValue> {

        @Override
        public JsonValue object(Map<String, JsonValue> members) {
            return new Members(members);
        }

        @Override
        public JsonValue array(List<JsonValue> elements) {
            return new Elements(elements);
        }

        @Override
        public JsonValue text(String value) {
            return new Text(value);
        }

        @Override
        public JsonValue number(String text) {
            return new Numeral(new BigDecimal(text));
        }

        @Override
        public JsonValue truth(boolean value) {
            return Constant.of(value);
        }

        @Override
        public JsonValue nothing() {
            return Constant.NULL;
        }
    }
}
