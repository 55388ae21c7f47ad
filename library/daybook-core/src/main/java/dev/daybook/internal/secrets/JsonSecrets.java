package dev.daybook.internal.secrets;

import dev.daybook.internal.json.JsonException;
import dev.daybook.internal.json.JsonReader;
import dev.daybook.internal.json.JsonValue;
import dev.daybook.internal.json.JsonValue.Elements;
import dev.daybook.internal.json.JsonValue.Members;
import dev.daybook.internal.json.JsonValue.Numeral;
import dev.daybook.internal.json.JsonValue.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Secrets in a text that is a JSON object or list. Each of its texts is redacted by itself, behind its name, so that the
 * rest is JSON still: in a plain text a secret ends at no bracket, and it may be a number. An escape hides none.
 */
final class JsonSecrets {

    private JsonSecrets() {}

    /** Returns the value of a text; empty if it is no JSON object or list. */
    static Optional<JsonValue> read(String text) {
        String json = text.strip();
        boolean isDocument = json.startsWith("{") && json.endsWith("}") || json.startsWith("[") && json.endsWith("]");
        try {
            return isDocument ? Optional.of(JsonReader.read(json)) : Optional.empty();
        } catch (JsonException other) {
            return Optional.empty();
        }
    }

    /** Returns an equal value if there is no secret in it. */
    static JsonValue redact(JsonValue value) {
        return redact("", value);
    }

    private static JsonValue redact(String name, JsonValue value) {
        if (value instanceof Members members) {
            Map<String, JsonValue> redacted = new LinkedHashMap<>();
            members.values()
                    .forEach((key, member) -> redacted.put(SecretScreen.redactPlain(key), redact(key + ": ", member)));
            return new Members(redacted);
        }
        if (value instanceof Elements elements) {
            return redact(elements);
        }
        if (value instanceof Text text) {
            return new Text(
                    read(text.value()).isPresent() ? SecretScreen.redact(text.value()) : behind(name, text.value()));
        }
        boolean isSecret = value instanceof Numeral number
                && !behind(name, number.toString()).equals(number.toString());
        return isSecret ? new Text(SecretScreen.REDACTED) : value;
    }

    private static String behind(String name, String text) {
        String redacted = SecretScreen.redactPlain(name + text);
        return redacted.startsWith(name) ? redacted.substring(name.length()) : SecretScreen.redactPlain(text);
    }

    /** The lines of a key may be a list. */
    private static Elements redact(Elements elements) {
        List<JsonValue> redacted =
                elements.values().stream().map(JsonSecrets::redact).toList();
        if (!elements.values().stream().allMatch(Text.class::isInstance)) {
            return new Elements(redacted);
        }
        String lines = SecretScreen.redactPlain(lines(elements.values()));
        return new Elements(
                lines.equals(SecretScreen.redactPlain(lines(redacted))) ? redacted : List.of(new Text(lines)));
    }

    private static String lines(List<JsonValue> texts) {
        return texts.stream().map(text -> ((Text) text).value()).collect(Collectors.joining("\n"));
    }
}
