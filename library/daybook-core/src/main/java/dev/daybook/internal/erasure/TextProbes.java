package dev.daybook.internal.erasure;

import dev.daybook.outcome.ErasureEvidence;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Splits a text into search pieces: if no piece is in a file, no database page contains the text. */
final class TextProbes {

    /** The length of a piece: long enough not to occur in unrelated text. */
    static final int LENGTH = 24;

    /**
     * The distance between pieces. A database page has at most four kilobytes, so several pieces lie within each page.
     */
    private static final int STEP = 400;

    private TextProbes() {}

    /**
     * Returns the pieces of a text, from its beginning to its end; the whole text if it is short, none if it is too
     * short.
     */
    static List<String> of(String text) {
        if (text.length() < ErasureEvidence.MIN_TEXT_LENGTH) {
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

    /** Returns a piece that splits no surrogate pair, because no encoding could write half of one. */
    private static String piece(String text, int from) {
        int start = Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from;
        int end = Math.min(text.length(), from + LENGTH);
        return text.substring(start, end < text.length() && Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end);
    }
}
