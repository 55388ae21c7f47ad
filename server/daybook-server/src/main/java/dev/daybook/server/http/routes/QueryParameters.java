package dev.daybook.server.http.routes;

import dev.daybook.internal.json.IsoTimes;
import java.time.Instant;
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
                    "parameter '" + name + "' is '" + shortened(text) + "'; use true or false");
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
                    "parameter '" + name + "' is '" + shortened(text) + "'; use a whole number of 32 bits");
        }
    }

    public void done() {
        for (String name : given.keySet()) {
            if (!asked.contains(name)) {
                throw new IllegalArgumentException("parameter '" + shortened(name) + "' is not known; "
                        + (asked.isEmpty() ? "this path has none" : "the parameters are " + String.join(", ", asked)));
            }
        }
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 37) + "…";
    }
}
