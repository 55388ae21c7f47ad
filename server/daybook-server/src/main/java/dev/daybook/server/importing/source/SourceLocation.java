package dev.daybook.server.importing.source;

import java.util.regex.Pattern;

/**
 * The position of an entry in a source.
 *
 * @param what the unit: {@code line}, {@code episode}, …
 * @param which its number, or its id in the source
 */
public record SourceLocation(String what, Object which) {

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private static final int MAX_LENGTH = 80;

    public static SourceLocation line(long number) {
        return new SourceLocation("line", number);
    }

    /** Formats the place for a person; control characters of a foreign id are removed. */
    public String text() {
        if (which instanceof Number) {
            return what + " " + which;
        }
        String id = CONTROL.matcher(which.toString()).replaceAll("?");
        return what + " '" + (id.length() <= MAX_LENGTH ? id : id.substring(0, MAX_LENGTH - 1) + "…") + "'";
    }
}
