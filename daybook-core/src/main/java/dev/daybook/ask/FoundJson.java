package dev.daybook.ask;

import dev.daybook.json.JsonException;
import dev.daybook.json.JsonReader;
import dev.daybook.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds JSON in what a model wrote: alone, in a code fence, or in prose. Only whole values at the outermost level
 * count: from a list that is broken or cut off nothing is taken, not even its whole items, for that would be half an
 * answer that looks like a whole one.
 */
final class FoundJson {

    private static final Pattern FENCED = Pattern.compile("```\\w*+\\s*+([^`]*+)```");

    /** A bracket in prose is JSON if what follows it could be a member or an object in a list. */
    private static final Pattern BEGIN = Pattern.compile("\\{\\s*+(?:[\"}]|$)|\\[\\s*+(?:[{\\]]|$)");

    private FoundJson() {}

    /** The outermost objects and lists, in order; none if there is no sign of JSON. */
    static List<JsonValue> in(String text) throws UnusableAnswer {
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

    private static List<JsonValue> inProse(String text) throws UnusableAnswer {
        List<JsonValue> values = new ArrayList<>();
        Matcher begin = BEGIN.matcher(text);
        for (int at = 0; begin.find(at); ) {
            JsonReader reader = JsonReader.lenient(text, begin.start());
            try {
                values.add(reader.next());
            } catch (JsonException e) {
                throw new UnusableAnswer(
                        e.cutOff()
                                ? "the JSON of the answer is cut off; answer shorter, and close every bracket"
                                : "the answer is " + e.getMessage() + "; write correct JSON");
            }
            at = reader.position();
        }
        return values;
    }
}
