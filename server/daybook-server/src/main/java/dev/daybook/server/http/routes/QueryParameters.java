package dev.daybook.server.http.routes;

import dev.daybook.internal.checks.ShortenedText;
import dev.daybook.internal.json.IsoTimes;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The query parameters. {@link #done} refuses any that the route did not read. */
public final class QueryParameters {

    private final Map<String, List<String>> given;
    private final Set<String> asked = new LinkedHashSet<>();

    public QueryParameters(Map<String, List<String>> given) {
        this.given = given;
    }

    public @Nullable String text(String name) {
        asked.add(name);
        List<String> values = given.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw new IllegalArgumentException(
                    "parameter '" + name + "' is given " + values.size() + " times; give one");
        }
        return values.isEmpty() ? null : values.get(0);
    }

    @Nullable
    Instant time(String name) {
        String text = text(name);
        // An unencoded plus sign was decoded as a blank.
        return text == null
                ? null
                : IsoTimes.parse("parameter '" + name + "'", text.replace(' ', '+'))
                        .toInstant();
    }

    /** Reads a boolean; false if it is missing. */
    public boolean truth(String name) {
        String text = text(name);
        if (text != null && !text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(
                    "parameter '" + name + "' is '" + ShortenedText.of(text) + "'; use true or false");
        }
        return "true".equals(text);
    }

    public int number(String name, int otherwise) {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "parameter '" + name + "' is '" + ShortenedText.of(text) + "'; use a whole number of 32 bits");
        }
    }

    /** Returns the query string of the parameters other than these; each ends with an ampersand. */
    public String without(Set<String> names) {
        StringBuilder query = new StringBuilder();
        given.forEach((name, values) -> values.stream()
                .filter(value -> !names.contains(name))
                .forEach(value -> query.append(URLEncoder.encode(name, StandardCharsets.UTF_8))
                        .append('=')
                        .append(URLEncoder.encode(value, StandardCharsets.UTF_8))
                        .append('&')));
        return query.toString();
    }

    public void done() {
        for (String name : given.keySet()) {
            if (!asked.contains(name)) {
                throw new IllegalArgumentException("parameter '" + ShortenedText.of(name) + "' is not known; "
                        + (asked.isEmpty() ? "this path has none" : "the parameters are " + String.join(", ", asked)));
            }
        }
    }

    /**
     * Refuses a query string whose percent-encoding is not that of UTF-8. Its parameters would be missing or changed, and
     * a missing one is a wider answer or a wider erasure.
     *
     * @param query null: there is none
     */
    public static void requireEncoded(@Nullable String query) {
        if (query == null) {
            return;
        }
        for (String part : query.split("&")) {
            if (!isEncoded(part)) {
                String name = part.contains("=") ? part.substring(0, part.indexOf('=')) : part;
                throw new IllegalArgumentException(
                        "parameter '" + ShortenedText.of(name)
                                + "' is not percent-encoded UTF-8; write each byte as % and two hexadecimal digits, and a '%' as %25");
            }
        }
    }

    private static boolean isEncoded(String part) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int at = 0; at < part.length(); at++) {
            char character = part.charAt(at);
            if (character != '%') {
                // An unencoded character beyond ASCII was decoded by the container.
                bytes.write(character < 0x80 ? character : '?');
                continue;
            }
            if (at + 2 >= part.length()
                    || !HexFormat.isHexDigit(part.charAt(at + 1))
                    || !HexFormat.isHexDigit(part.charAt(at + 2))) {
                return false;
            }
            bytes.write(HexFormat.fromHexDigits(part, at + 1, at + 3));
            at += 2;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray()));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
