package dev.daybook.internal.json;

import dev.daybook.internal.json.JsonValue.Constant;
import dev.daybook.internal.json.JsonValue.Elements;
import dev.daybook.internal.json.JsonValue.Members;
import dev.daybook.internal.json.JsonValue.Numeral;
import dev.daybook.internal.json.JsonValue.Text;
import dev.daybook.internal.text.LetterCase;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes JSON on one line without optional spaces. */
final class JsonWriter {

    private final StringBuilder out = new StringBuilder();

    private JsonWriter() {}

    /** Returns the text of a value. {@link JsonReader#read} reads the same value back. */
    public static String write(JsonValue value) {
        JsonWriter writer = new JsonWriter();
        writer.value(value);
        return writer.out.toString();
    }

    private void value(JsonValue value) {
        if (value instanceof Members members) {
            members(members);
        } else if (value instanceof Elements elements) {
            elements(elements);
        } else if (value instanceof Text text) {
            text(out, text.value());
        } else if (value instanceof Numeral number) {
            out.append(number.value());
        } else if (value instanceof Constant constant) {
            out.append(LetterCase.label(constant));
        }
    }

    private void members(Members members) {
        String separator = "{";
        for (Map.Entry<String, JsonValue> member : members.values().entrySet()) {
            out.append(separator);
            text(out, member.getKey());
            out.append(':');
            value(member.getValue());
            separator = ",";
        }
        out.append(members.values().isEmpty() ? "{}" : "}");
    }

    private void elements(Elements elements) {
        String separator = "";
        out.append('[');
        for (JsonValue element : elements.values()) {
            out.append(separator);
            value(element);
            separator = ",";
        }
        out.append(']');
    }

    private static void text(StringBuilder out, String text) {
        try {
            text((Appendable) out, text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Escapes a lone surrogate, because UTF-8 cannot encode it. */
    static void text(Appendable out, String text) throws IOException {
        out.append('"');
        int written = 0;
        for (int i = 0; i < text.length(); i++) {
            String escape = isPlain(text.charAt(i)) ? null : escape(text, i);
            if (escape != null) {
                out.append(text, written, i).append(escape);
                written = i + 1;
            }
        }
        out.append(text, written, text.length()).append('"');
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c != '"' && c != '\\' && !Character.isSurrogate(c);
    }

    private static @Nullable String escape(String text, int at) {
        char c = text.charAt(at);
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\b' -> "\\b";
            case '\f' -> "\\f";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default ->
                c < ' ' || Character.isSurrogate(c) && !isPaired(text, at) ? String.format("\\u%04X", (int) c) : null;
        };
    }

    private static boolean isPaired(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at))
                ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }
}
