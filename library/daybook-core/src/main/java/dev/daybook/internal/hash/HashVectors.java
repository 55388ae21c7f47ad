package dev.daybook.internal.hash;

import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Vectors computed from the hash of a text, without a model: a random direction, the same for the same text. They have
 * length 1. Equal texts have equal vectors; the vectors of texts with like meaning are not near each other, so this is
 * for tests, and for rows shared with a program that computes the same vectors.
 *
 * <p>The digest of the text seeds a {@link MersenneTwister}, whose numbers become normally distributed ones by the
 * method of Box and Muller ("A note on the generation of random normal deviates", 1958), and these a direction that
 * favours none. In Python the same numbers are {@code random.Random(sha256(text).digest())} and its {@code gauss()}.
 * The text is neither trimmed nor normalised.
 *
 * <p>Thread-safe.
 */
public final class HashVectors {

    /** The width of small neural models, so that a test with these vectors has the right size. */
    public static final int DEFAULT_DIMENSIONS = 384;

    private final int dimensions;

    /** @throws IllegalArgumentException if dimensions is zero or below */
    public HashVectors(int dimensions) {
        if (dimensions < 1) {
            throw new IllegalArgumentException(
                    "dimensions must be positive, got " + dimensions + "; use " + DEFAULT_DIMENSIONS + " if unsure");
        }
        this.dimensions = dimensions;
    }

    /** Returns the name of an embedder of these vectors. */
    public String name() {
        return "hash-embedder-" + dimensions;
    }

    public int dimensions() {
        return dimensions;
    }

    /** Returns an embedder of these vectors. */
    public Embedder embedder() {
        return Embedder.of(
                name(), dimensions, texts -> texts.stream().map(this::embed).toList());
    }

    /**
     * Returns the vector of a text.
     *
     * @throws IllegalArgumentException if the text has a lone surrogate
     */
    public Embedding embed(String text) {
        double[] values = normal(new MersenneTwister(seed(utf8(text))));
        double squares = 0;
        for (double value : values) {
            squares += value * value;
        }
        double length = Math.sqrt(squares);
        float[] unit = new float[dimensions];
        for (int i = 0; i < dimensions; i++) {
            unit[i] = (float) (length == 0 ? values[i] : values[i] / length);
        }
        return Embedding.of(unit);
    }

    /** Uses {@link StrictMath}, so that vectors are the same on every machine. */
    private double[] normal(MersenneTwister random) {
        double[] values = new double[dimensions];
        for (int i = 0; i < dimensions; i += 2) {
            double angle = random.uniform() * 2 * Math.PI;
            double radius = Math.sqrt(-2 * StrictMath.log(1 - random.uniform()));
            values[i] = StrictMath.cos(angle) * radius;
            if (i + 1 < dimensions) {
                values[i + 1] = StrictMath.sin(angle) * radius;
            }
        }
        return values;
    }

    private static byte[] utf8(String text) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return copy;
        } catch (CharacterCodingException loneSurrogate) {
            throw new IllegalArgumentException(
                    "text has a lone surrogate, which UTF-8 cannot hold; remove or replace it", loneSurrogate);
        }
    }

    /** Returns the digest and its digest as one number in 32-bit words, least significant first. */
    private static int[] seed(byte[] text) {
        byte[] digest = digest("SHA-256", text);
        byte[] second = digest("SHA-512", digest);
        BigInteger number = new BigInteger(
                1,
                ByteBuffer.allocate(digest.length + second.length)
                        .put(digest)
                        .put(second)
                        .array());
        int[] words = new int[Math.max(1, (number.bitLength() + 31) / 32)];
        for (int i = 0; i < words.length; i++) {
            words[i] = number.shiftRight(32 * i).intValue();
        }
        return words;
    }

    private static byte[] digest(String algorithm, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("this Java has no " + algorithm + "; use one that has", missing);
        }
    }
}
