package dev.daybook.internal.json;

import dev.daybook.internal.checks.ShortenedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON parser by recursive descent, bounded in length and depth, over the values of one representation. Strict mode
 * is RFC 8259 without duplicate keys; lenient mode is for the answers of models, see {@link JsonReader}.
 */
final class JsonParser<V extends @Nullable Object> {

    /** Creates the values of one representation. */
    interface Values<V extends @Nullable Object> {

        V object(Map<String, V> members);

        V array(List<V> elements);

        V text(String value);

        /**
         * Creates the value of a number.
         *
         * @param text a number in the syntax of RFC 8259
         * @throws IllegalArgumentException if the representation cannot hold the number
         */
        V number(String text);

        V truth(boolean value);

        V nothing();
    }

    /** The maximum depth: more than any document of Daybook has, and far below the depth of a stack overflow. */
    static final int MAX_DEPTH = 64;

    /** The maximum length of a number; longer numbers take quadratic time to parse. */
    private static final int MAX_NUMBER_LENGTH = 400;

    private final String text;
    private final boolean lenient;
    private final Values<V> values;
    private int at;
    private int depth;

    JsonParser(String text, int from, boolean lenient, int maxLength, Values<V> values) {
        this.text = text;
        this.at = from;
        this.lenient = lenient;
        this.values = values;
        if (text.length() > maxLength) {
            throw new JsonException("the text is longer than " + maxLength + " characters", "", maxLength, false);
        }
    }

    /** Reads a text that is exactly one value. */
    V single() {
        V value = next();
        skipSpace();
        if (at < text.length()) {
            throw problem("something follows after the value");
        }
        return value;
    }

    /**
     * Reads the value at the current position.
     *
     * @throws JsonException if there is none
     */
    V next() {
        skipSpace();
        return switch (peek()) {
            case '{' -> members();
            case '[' -> elements();
            case '"' -> values.text(string());
            case 't' -> word("true", values.truth(true));
            case 'f' -> word("false", values.truth(false));
            case 'n' -> word("null", values.nothing());
            default -> lenient && isNotFinite() ? notFinite() : number();
        };
    }

    /** Returns the index after the last character of the last value. */
    int position() {
        return at;
    }

    private V members() {
        Map<String, V> members = new LinkedHashMap<>();
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
            V value = next();
            if (!lenient && members.containsKey(key)) {
                throw new JsonException("the key '" + ShortenedText.of(key, 60) + "' occurs twice", text, place, false);
            }
            members.put(key, value);
        }
        depth--;
        return values.object(members);
    }

    private V elements() {
        List<V> elements = new ArrayList<>();
        open();
        while (!closes(']', elements.isEmpty())) {
            elements.add(next());
        }
        depth--;
        return values.array(elements);
    }

    private void open() {
        if (++depth > MAX_DEPTH) {
            throw problem("it is nested deeper than " + MAX_DEPTH);
        }
        at++;
    }

    /** Returns whether the bracket closes here; if not, consumes the comma before the next element. */
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
            default -> throw new JsonException("a text has an unknown escape", text, at - 1, false);
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

    private V number() {
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
            throw new JsonException("a number is longer than " + MAX_NUMBER_LENGTH + " characters", text, begin, false);
        }
        try {
            return values.number(text.substring(begin, at));
        } catch (NumberFormatException beyondAnyExponent) {
            throw new JsonException("a number is out of range", text, begin, false);
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
        boolean isPresent = at < text.length() && text.charAt(at) == c;
        at += isPresent ? 1 : 0;
        return isPresent;
    }

    private boolean isNotFinite() {
        return text.startsWith("NaN", at) || text.startsWith("Infinity", at) || text.startsWith("-Infinity", at);
    }

    private V notFinite() {
        at = text.indexOf(text.charAt(at) == 'N' ? 'N' : 'y', at + 1) + 1;
        return values.nothing();
    }

    private V word(String word, V value) {
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
            throw new JsonException("it ends too early", text, text.length(), true);
        }
        return text.charAt(at);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private JsonException problem(String problem) {
        return new JsonException(problem, text, at, false);
    }
}
