package dev.daybook.internal.extract;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cue words: alternatives of one or more words, in any letter case. Finds what the pattern of the alternatives finds,
 * with a prefilter: only a position whose two letters can begin an alternative is matched. A search of the pattern alone
 * tries each alternative at each word. Thread-safe.
 */
final class CueWords {

    /** The classes of a character in the prefilter: letters, digits and any other. */
    private static final int LETTERS = 26;

    private static final int OTHER = LETTERS + 10;
    private static final int CLASSES = OTHER + 1;

    private static final byte POSSIBLE = 1;
    private static final byte IMPOSSIBLE = 2;

    private final Pattern pattern;

    /**
     * The possible beginnings: for the classes of two characters {@link #POSSIBLE} or {@link #IMPOSSIBLE}; 0 if not known yet.
     * Threads may set a value twice to the same.
     */
    private final byte[] prefilter = new byte[CLASSES * CLASSES];

    /** @param pattern ignores the letter case, and matches only at a letter or digit at the beginning of a word */
    CueWords(Pattern pattern) {
        this.pattern = pattern;
    }

    Pattern pattern() {
        return pattern;
    }

    boolean isIn(String text) {
        Matcher matcher = null;
        for (int i = 0; i < text.length(); i++) {
            if (mayBegin(text, i)) {
                if (matcher == null) {
                    matcher = pattern.matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
                }
                if (matcher.region(i, text.length()).lookingAt()) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean mayBegin(String text, int at) {
        char first = text.charAt(at);
        if (first >= 0x80) {
            // The Kelvin sign is another case of k.
            return Character.toLowerCase(first) < 0x80 || Character.toUpperCase(first) < 0x80;
        }
        int one = classOf(first);
        boolean isBeginning = at == 0 || text.charAt(at - 1) >= 0x80 || classOf(text.charAt(at - 1)) == OTHER;
        if (one == OTHER || !isBeginning) {
            return false;
        }
        int other = at + 1 < text.length() ? classOf(text.charAt(at + 1)) : OTHER;
        int pair = one * CLASSES + other;
        byte known = prefilter[pair];
        if (known == 0) {
            known = canBegin(one, other) ? POSSIBLE : IMPOSSIBLE;
            prefilter[pair] = known;
        }
        return known == POSSIBLE;
    }

    private static int classOf(char character) {
        if (character >= 'a' && character <= 'z') {
            return character - 'a';
        }
        if (character >= 'A' && character <= 'Z') {
            return character - 'A';
        }
        return character >= '0' && character <= '9' ? LETTERS + character - '0' : OTHER;
    }

    /** Returns whether more text could make a match of two characters, or of the first one if the second is none of ASCII. */
    private boolean canBegin(int one, int other) {
        String beginning = other == OTHER ? letter(one) : letter(one) + letter(other);
        Matcher matcher = pattern.matcher(beginning);
        return matcher.lookingAt() || matcher.hitEnd();
    }

    private static String letter(int index) {
        return Character.toString(index < LETTERS ? 'a' + index : '0' + index - LETTERS);
    }
}
