package dev.daybook.internal.inference;

import dev.daybook.internal.json.JsonException;
import dev.daybook.internal.json.JsonReader;
import dev.daybook.internal.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Locates JSON in the answer of a model: alone, in a code fence, or in prose. Only complete values at the outermost
 * level count. From a broken or truncated list not even the complete items are taken, because half an answer would pass
 * for a whole one.
 */
final class JsonExtractor {

    private static final Pattern FENCED = Pattern.compile("```\\w*+\\s*+([^`]*+)```");

    /** A bracket in prose begins JSON if a member may follow, or an object in a list. */
    private static final Pattern BEGIN = Pattern.compile("\\{\\s*+(?:[\"}]|$)|\\[\\s*+(?:[{\\]]|$)");

    private JsonExtractor() {}

    /** Returns the outermost objects and lists, in order; empty without a sign of JSON. */
    static List<JsonValue> in(String text) throws UnusableOutput {
        Matcher fenced = FENCED.matcher(text);
        Optional<JsonValue> whole = whole(fenced.matches() ? fenced.group(1) : text);
        return whole.isPresent() ? List.of(whole.orElseThrow()) : inProse(text);
    }

    private static Optional<JsonValue> whole(String text) {
        JsonReader reader = JsonReader.lenient(text, 0);
        try {
            JsonValue value = reader.next();
            return text.substring(reader.position()).isBlank() ? Optional.of(value) : Optional.empty();
        } catch (JsonException notAlone) {
            return Optional.empty();
        }
    }

    private static List<JsonValue> inProse(String text) throws UnusableOutput {
        List<JsonValue> values = new ArrayList<>();
        Matcher begin = BEGIN.matcher(text);
        for (int at = 0; begin.find(at); ) {
            JsonReader reader = JsonReader.lenient(text, begin.start());
            try {
                values.add(reader.next());
            } catch (JsonException e) {
                throw new UnusableOutput(
                        e.cutOff()
                                ? "the JSON of the answer is cut off; answer shorter, and close every bracket"
                                : "the answer is " + e.getMessage() + "; write correct JSON");
            }
            at = reader.position();
        }
        return values;
    }
}
