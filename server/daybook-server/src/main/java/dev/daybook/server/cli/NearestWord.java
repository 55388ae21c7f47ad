package dev.daybook.server.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The nearest known word to an unknown one, by edit distance (Levenshtein). */
final class NearestWord {

    /** Beyond a third of the letters it is a different word. */
    private static final int LETTERS_PER_MISTAKE = 3;

    /** Longer than every command and option; typed words may have any length. */
    private static final int MAX_LENGTH = 40;

    private NearestWord() {}

    static Optional<String> of(String typed, Collection<String> known) {
        if (typed.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        // "--sesion=x": the option is the part before the sign.
        String word = typed.startsWith("-") ? typed.split("=", 2)[0] : typed;
        int most = Math.max(1, word.length() / LETTERS_PER_MISTAKE);
        return known.stream()
                .filter(each -> distance(word, each) <= most)
                .min(Comparator.comparingInt((String each) -> distance(word, each))
                        .thenComparing(each -> each));
    }

    /** Computes the Levenshtein distance row by row. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
