package dev.daybook.bench.speed;

import java.util.Random;

/**
 * Text without meaning whose words are as unevenly common as those of English: the n-th word comes up with a weight of
 * 1/n (Zipf's law), so posting lists have the lengths that they have in life. The same seed gives the same text.
 */
final class ZipfText {

    /** About as many words as a person uses. */
    private static final int VOCABULARY = 20_000;

    private static final String CONSONANTS = "bdfgklmnprstvz";
    private static final String VOWELS = "aeiou";
    private static final int SYLLABLES = CONSONANTS.length() * VOWELS.length();

    private static final int MIN_LENGTH = 5;
    private static final int MAX_LENGTH = 45;

    private static final double[] CUMULATED = cumulatedWeights();

    private final Random random;

    ZipfText(long seed) {
        random = new Random(seed);
    }

    /** Returns a message of a user: 5 to 45 words, 25 on average. */
    String message() {
        return words(MIN_LENGTH + random.nextInt(MAX_LENGTH - MIN_LENGTH + 1));
    }

    /** Returns a question of a user: 4 to 9 words. */
    String question() {
        return words(4 + random.nextInt(6));
    }

    private String words(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : " ").append(word(rank()));
        }
        return text.append('.').toString();
    }

    private int rank() {
        double at = random.nextDouble() * CUMULATED[VOCABULARY - 1];
        int low = 0;
        int high = VOCABULARY - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (CUMULATED[middle] < at) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The rank as syllables, two at the least: different ranks are different words. */
    private static String word(int rank) {
        StringBuilder word = new StringBuilder();
        int rest = rank + SYLLABLES;
        while (rest > 0) {
            int syllable = rest % SYLLABLES;
            word.append(CONSONANTS.charAt(syllable / VOWELS.length()));
            word.append(VOWELS.charAt(syllable % VOWELS.length()));
            rest /= SYLLABLES;
        }
        return word.toString();
    }

    private static double[] cumulatedWeights() {
        double[] cumulated = new double[VOCABULARY];
        double sum = 0;
        for (int i = 0; i < VOCABULARY; i++) {
            sum += 1.0 / (i + 1);
            cumulated[i] = sum;
        }
        return cumulated;
    }
}
