package dev.daybook.erasure;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The pieces of a text by which it is known: if none of them is in a file, no page of the text is. */
final class TextProbes {

    /** Shorter texts ("Good night!") stand in files for reasons of their own. */
    static final int SHORTEST_TEXT = 12;

    /** Long enough to be nobody else's sentence. */
    static final int LENGTH = 24;

    /** A page of a database has four kilobytes or less: so close together, several pieces fall whole into each page. */
    private static final int STEP = 400;

    private TextProbes() {}

    /** The pieces of a text: all of it if it is short, else from its beginning to its end; none if it is too short. */
    static List<String> of(String text) {
        if (text.length() < SHORTEST_TEXT) {
            return List.of();
        }
        if (text.length() <= LENGTH) {
            return List.of(text);
        }
        Set<String> probes = new LinkedHashSet<>();
        int last = text.length() - LENGTH;
        int step = Math.min(STEP, Math.max(1, last / 2));
        for (int from = 0; from < last; from += step) {
            probes.add(piece(text, from));
        }
        probes.add(piece(text, last));
        return new ArrayList<>(probes);
    }

    /** A piece that does not begin or end inside a surrogate pair, which no encoding could write. */
    private static String piece(String text, int from) {
        int start = Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from;
        int end = Math.min(text.length(), from + LENGTH);
        return text.substring(start, end < text.length() && Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end);
    }
}
