package dev.daybook.json;

import dev.daybook.json.JsonValue.Constant;
import dev.daybook.json.JsonValue.Elements;
import dev.daybook.json.JsonValue.Members;
import dev.daybook.json.JsonValue.Text;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A recursive-descent JSON parser, bounded in length and depth. Strict mode is RFC 8259 without duplicate keys. Lenient
 * mode accepts the usual unambiguous mistakes of models: raw control characters in strings, a comma before a closing
 * bracket, a duplicate key (the last counts), NaN and Infinity (null), half a surrogate pair (U+FFFD). A truncated
 * value is an error in both modes.
 */
public final class JsonReader {

    /** Deeper than any document of Daybook, and far below a stack overflow. */
    public static final int MAX_DEPTH = 64;

    /** In characters; longer than any valid answer or interchange line. */
    public static final int MAX_LENGTH = 16 << 20;

    /** Longer numbers are meaningless and take quadratic time to parse. */
    private static final int MAX_NUMBER_LENGTH = 400;

    private final String text;
    private final boolean lenient;
    private int at;
    private int depth;

    private JsonReader(String text, int from, boolean lenient) {
        this.text = text;
        this.at = from;
        this.lenient = lenient;
        if (text.length() > MAX_LENGTH) {
            throw new JsonException("the text is longer than " + MAX_LENGTH + " characters", MAX_LENGTH, false);
        }
    }

    /**
     * Parses a text that is exactly one value.
     *
     * @throws JsonException if it is not
     */
    public static JsonValue read(String text) {
        JsonReader reader = new JsonReader(text, 0, false);
        JsonValue value = reader.next();
        reader.skipSpace();
        if (reader.at < text.length()) {
            throw reader.problem("something follows after the value");
        }
        return value;
    }

    /** Reads leniently from an index on; the text before and after the value is ignored. */
    public static JsonReader lenient(String text, int from) {
        return new JsonReader(text, from, true);
    }

    /**
     * Reads the value at the current position.
     *
     * @throws JsonException if there is none
     */
    public JsonValue next() {
        skipSpace();
        return switch (peek()) {
            case '{' -> members();
            case '[' -> elements();
            case '"' -> new Text(string());
            case 't' -> word("true", Constant.TRUE);
            case 'f' -> word("false", Constant.FALSE);
            case 'n' -> word("null", Constant.NULL);
            default -> lenient && isNotFinite() ? notFinite() : number();
        };
    }

    /** Returns the index after the last character of the last value. */
    public int position() {
        return at;
    }

    private Members members() {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        open();
        while (!closes('}', members.isEmpty())) {
            skipSpace();
            if (peek() != '"') {
                throw problem("a key in double quotes is missing");
            }
            int place = at;
            String key = string();
            skipSpace();
            if (peek() != ':') {
                throw problem("a colon is missing");
            }
            at++;
            if (members.put(key, next()) != null && !lenient) {
                throw new JsonException("a key occurs twice", place, false);
            }
        }
        depth--;
        return new Members(members);
    }

    private Elements elements() {
        List<JsonValue> elements = new ArrayList<>();
        open();
        while (!closes(']', elements.isEmpty())) {
            elements.add(next());
        }
        depth--;
        return new Elements(elements);
    }

    private void open() {
        if (++depth > MAX_DEPTH) {
            throw problem("it is nested deeper than " + MAX_DEPTH);
        }
        at++;
    }

    /**
     * Consumes a closing bracket, or else the comma before the next element.
     *
     * @return whether the bracket closed
     */
    private boolean closes(char bracket, boolean isFirst) {
        skipSpace();
        if (peek() == bracket) {
            at++;
            return true;
        }
        if (isFirst) {
            return false;
        }
        if (peek() != ',') {
            throw problem("a comma or a closing " + bracket + " is missing");
        }
        at++;
        skipSpace();
        if (lenient && peek() == bracket) {
            at++;
            return true;
        }
        return false;
    }

    private String string() {
        StringBuilder value = new StringBuilder();
        at++;
        for (char c = peek(); c != '"'; c = peek()) {
            if (c == '\\') {
                value.append(escaped());
            } else if (c < ' ' && !lenient) {
                throw problem("a text has a raw control character");
            } else {
                value.append(c);
                at++;
            }
        }
        at++;
        return lenient ? withoutLoneSurrogates(value) : value.toString();
    }

    private char escaped() {
        at++;
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> hexadecimal();
            default -> throw new JsonException("a text has an unknown escape", at - 1, false);
        };
    }

    private char hexadecimal() {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            char c = peek();
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw problem("four hexadecimal digits are missing");
            }
            code = code * 16 + digit;
            at++;
        }
        return (char) code;
    }

    private static String withoutLoneSurrogates(StringBuilder value) {
        for (int i = 0; i < value.length(); i++) {
            int point = value.codePointAt(i);
            if (Character.isSupplementaryCodePoint(point)) {
                i++;
            } else if (Character.isSurrogate((char) point)) {
                value.setCharAt(i, '\uFFFD');
            }
        }
        return value.toString();
    }

    private JsonValue number() {
        int begin = at;
        skip('-');
        if (!skip('0')) {
            digits();
        }
        if (skip('.')) {
            digits();
        }
        if (skip('e') || skip('E')) {
            if (!skip('+')) {
                skip('-');
            }
            digits();
        }
        if (at - begin > MAX_NUMBER_LENGTH) {
            throw new JsonException("a number is longer than " + MAX_NUMBER_LENGTH + " characters", begin, false);
        }
        try {
            return new JsonValue.Numeral(new BigDecimal(text.substring(begin, at)));
        } catch (NumberFormatException beyondAnyExponent) {
            throw new JsonException("a number is out of range", begin, false);
        }
    }

    private void digits() {
        if (!isDigit(peek())) {
            throw problem("a value is missing");
        }
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
    }

    private boolean skip(char c) {
        boolean isThere = at < text.length() && text.charAt(at) == c;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private boolean isNotFinite() {
        return text.startsWith("NaN", at) || text.startsWith("Infinity", at) || text.startsWith("-Infinity", at);
    }

    private Constant notFinite() {
        at = text.indexOf(text.charAt(at) == 'N' ? 'N' : 'y', at + 1) + 1;
        return Constant.NULL;
    }

    private Constant word(String word, Constant value) {
        for (int i = 0; i < word.length(); i++) {
            if (peek() != word.charAt(i)) {
                throw problem("a value is missing");
            }
            at++;
        }
        return value;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw new JsonException("it ends too early", text.length(), true);
        }
        return text.charAt(at);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private JsonException problem(String problem) {
        return new JsonException(problem, at, false);
    }
}
