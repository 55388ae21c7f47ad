package dev.daybook.internal.extract;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Cue words: alternatives of one or more words, in any letter case. Finds what the pattern of the alternatives finds,
 * with a prefilter: only a position whose first four characters can begin an alternative is matched. A search of the
 * pattern alone tries each alternative at each word. Thread-safe.
 */
final class CueWords {

    /** The classes of a character in the prefilter: letters, digits, the space and any other. */
    private static final int LETTERS = 26;

    private static final int SPACE = LETTERS + 10;
    private static final int OTHER = SPACE + 1;
    private static final int CLASSES = OTHER + 1;

    private static final long ALL = -1;
    private static final long[] ALL_FOLLOW = new long[CLASSES];
    private static final long[] NONE_FOLLOWS = new long[CLASSES];

    static {
        Arrays.fill(ALL_FOLLOW, ALL);
    }

    private final Pattern pattern;

    /**
     * The possible beginnings: for the classes of two characters the classes of the fourth, as bits by the class of the third;
     * null if not known yet. It is made for all that can follow two characters at once, so that it holds no more of a text.
     * Threads may set a value twice to the same.
     */
    private final AtomicReferenceArray<long @Nullable []> prefilter = new AtomicReferenceArray<>(CLASSES * CLASSES);

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

    /** Returns whether a match may begin at a place, by its first four characters. */
    boolean mayBegin(String text, int at) {
        char first = text.charAt(at);
        if (first >= 0x80) {
            // The Kelvin sign is another case of k.
            return Character.toLowerCase(first) < 0x80 || Character.toUpperCase(first) < 0x80;
        }
        int one = classOf(first);
        if (one >= SPACE || at > 0 && classOf(text.charAt(at - 1)) < SPACE) {
            return false;
        }
        int two = classAt(text, at + 1);
        long[] following = prefilter.get(one * CLASSES + two);
        if (following == null) {
            following = following(letter(one), two);
            prefilter.set(one * CLASSES + two, following);
        }
        long fourth = following[classAt(text, at + 2)];
        return fourth == ALL || fourth != 0 && (fourth >>> classAt(text, at + 3) & 1) != 0;
    }

    private static int classAt(String text, int at) {
        return at < text.length() ? classOf(text.charAt(at)) : OTHER;
    }

    private static int classOf(char character) {
        if (character >= 'a' && character <= 'z') {
            return character - 'a';
        }
        if (character >= 'A' && character <= 'Z') {
            return character - 'A';
        }
        if (character >= '0' && character <= '9') {
            return LETTERS + character - '0';
        }
        return character == ' ' ? SPACE : OTHER;
    }

    private long[] following(String first, int two) {
        if (two == OTHER) {
            return canBegin(first) ? ALL_FOLLOW : NONE_FOLLOWS;
        }
        String beginning = first + letter(two);
        if (!canBegin(beginning)) {
            return NONE_FOLLOWS;
        }
        long[] following = new long[CLASSES];
        for (int three = 0; three < OTHER; three++) {
            following[three] = canBegin(beginning + letter(three)) ? fourth(beginning + letter(three)) : 0;
        }
        following[OTHER] = ALL;
        return following;
    }

    private long fourth(String beginning) {
        long fourth = 1L << OTHER;
        for (int four = 0; four < OTHER; four++) {
            fourth |= canBegin(beginning + letter(four)) ? 1L << four : 0;
        }
        return fourth;
    }

    /** Returns whether more text could make a match of a beginning, which ends before a character of the class {@link #OTHER}. */
    private boolean canBegin(String beginning) {
        Matcher matcher = pattern.matcher(beginning);
        return matcher.lookingAt() || matcher.hitEnd();
    }

    private static String letter(int index) {
        if (index == SPACE) {
            return " ";
        }
        return Character.toString(index < LETTERS ? 'a' + index : '0' + index - LETTERS);
    }
}
