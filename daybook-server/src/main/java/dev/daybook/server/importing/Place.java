package dev.daybook.server.importing;

import java.util.regex.Pattern;

/**
 * Where in a source a piece stands.
 *
 * @param what the kind of place: {@code line}, {@code episode}, …
 * @param which its number, or its id there
 */
public record Place(String what, Object which) {

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private static final int LONGEST = 80;

    public static Place line(long number) {
        return new Place("line", number);
    }

    /** As a person reads it; an id of a stranger cannot write into the terminal. */
    public String text() {
        if (which instanceof Number) {
            return what + " " + which;
        }
        String id = CONTROL.matcher(which.toString()).replaceAll("?");
        return what + " '" + (id.length() <= LONGEST ? id : id.substring(0, LONGEST - 1) + "…") + "'";
    }
}
