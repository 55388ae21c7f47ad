package dev.daybook.internal.scoring;

import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.Trust;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Tells which texts of an assistant repeat one that ranks before them, for the {@code TrustShare}. Where one key writes the
 * user's words and the results of an agent, all have the trust of an assistant, and one lie in many copies would fill the
 * first places. A copy counts with the texts of tools; the first of its kind keeps its trust. Texts are copies if most of
 * their words are the same: numbers do not count, because an attacker numbers its copies. Decision 91. Not thread-safe.
 */
public final class RepeatedTexts {

    /**
     * The part of all words of two texts that copies share (Jaccard). At 0.9 two new words in each copy get round the rule,
     * at 0.7 four; at 0.5 short texts with one word replaced are copies.
     */
    private static final double ALIKE = 0.6;

    /** More would take longer than the search. So many texts with better ranks leave no place among the first anyway. */
    private static final int MAX_COMPARED = 100;

    /** A longer text is compared by its beginning. */
    private static final int MAX_CHARACTERS = 1_000;

    private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{M}]+");

    private final Map<Object, Trust> known = new HashMap<>();

    /** The hash codes of the words of each text that repeats no other, sorted. */
    private final List<int[]> firsts = new ArrayList<>();

    private int compared;

    /**
     * Returns the trust that a text counts with. Call it in the order of the ranks.
     *
     * @param key identifies the text
     */
    public Trust counted(Object key, Trust trust, Supplier<String> text) {
        return trust == Trust.ASSISTANT
                ? known.computeIfAbsent(key, unseen -> repeats(text.get()) ? Trust.TOOL : trust)
                : trust;
    }

    private boolean repeats(String text) {
        if (compared == MAX_COMPARED) {
            return false;
        }
        compared++;
        int[] words = words(text);
        boolean repeats = firsts.stream().anyMatch(first -> areAlike(first, words));
        if (!repeats && words.length > 0) {
            firsts.add(words);
        }
        return repeats;
    }

    private static int[] words(String text) {
        String beginning = text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) : text;
        return NO_LETTERS
                .splitAsStream(LetterCase.lower(beginning))
                .filter(word -> !word.isEmpty())
                .mapToInt(String::hashCode)
                .sorted()
                .distinct()
                .toArray();
    }

    private static boolean areAlike(int[] one, int[] other) {
        int fewer = Math.min(one.length, other.length);
        if (fewer < ALIKE * Math.max(one.length, other.length)) {
            return false;
        }
        int shared = (int) Arrays.stream(one)
                .filter(word -> Arrays.binarySearch(other, word) >= 0)
                .count();
        return shared >= ALIKE * (one.length + other.length - shared);
    }
}
