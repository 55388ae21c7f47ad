package dev.daybook.testkit.agent;

import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * An embedder for tests, without a model: the cosine of two texts is their share of common words. Each word is counted in
 * one of {@value #DIMENSIONS} dimensions, chosen by its hash (feature hashing, Weinberger et al. 2009), so texts without a
 * common word have nothing in common, as a rule. A word counts by its stem, roughly: "allergic" and "allergy" are the same,
 * and so are "move" and "moved".
 *
 * <p>It knows no synonyms: a test of paraphrases needs a real model. Vectors have length 1 and are the same on every
 * machine. Thread-safe.
 */
public final class WordHashEmbedder implements Embedder {

    private static final int DIMENSIONS = 1024;

    /** The dimension of a text without a word: a vector of zeros has no direction. */
    private static final int NO_WORDS = 0;

    /** Words of one or two letters are "a", "is", "to". */
    private static final int MIN_WORD_LENGTH = 3;

    private static final int MAX_STEM_LENGTH = 5;
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{Nd}]+");
    private static final Pattern ENDING = Pattern.compile("(?<=.{3})(?:ing|ed|es|s|e)$");
    private static final int SPREAD = 0x9E3779B9; // 2^32 divided by the golden ratio, as Knuth advises

    public WordHashEmbedder() {}

    @Override
    public String name() {
        return "word-hash-embedder-" + DIMENSIONS;
    }

    @Override
    public int dimensions() {
        return DIMENSIONS;
    }

    @Override
    public List<Embedding> embedQueries(List<String> texts) {
        return embedDocuments(texts);
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return texts.stream().map(WordHashEmbedder::embed).toList();
    }

    private static Embedding embed(String text) {
        float[] counts = new float[DIMENSIONS];
        int words = 0;
        for (String word : NO_WORD.split(text.toLowerCase(Locale.ROOT))) {
            if (word.length() >= MIN_WORD_LENGTH) {
                counts[dimension(stem(word))]++;
                words++;
            }
        }
        if (words == 0) {
            counts[NO_WORDS] = 1;
        }
        return unit(counts);
    }

    private static String stem(String word) {
        String stem = ENDING.matcher(word).replaceFirst("");
        return stem.substring(0, Math.min(MAX_STEM_LENGTH, stem.length()));
    }

    private static int dimension(String stem) {
        return 1 + Math.floorMod(stem.hashCode() * SPREAD >>> 8, DIMENSIONS - 1);
    }

    private static Embedding unit(float[] counts) {
        double squares = 0;
        for (float count : counts) {
            squares += count * count;
        }
        for (int i = 0; i < counts.length; i++) {
            counts[i] /= (float) Math.sqrt(squares);
        }
        return Embedding.of(counts);
    }
}
