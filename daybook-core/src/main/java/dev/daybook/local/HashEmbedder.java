package dev.daybook.local;

import dev.daybook.data.Embedding;
import dev.daybook.spi.Embedder;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * An embedder without a model: a text's vector is random, but always the same. It finds equal texts and nothing else,
 * which is what a test wants; texts of like meaning are not near each other. Vectors have length 1.
 *
 * <p>The digest of the text seeds a {@link MersenneTwister}, whose numbers become normally distributed ones by the
 * method of Box and Muller ("A note on the generation of random normal deviates", 1958), and these a direction that
 * favours none. In Python the same numbers are {@code random.Random(sha256(text).digest())} and its {@code gauss()}, so
 * vectors that were written from there compare with these. The text is neither trimmed nor normalised.
 *
 * <p>Thread-safe. A text with a lone surrogate is an {@link IllegalArgumentException}.
 */
public final class HashEmbedder implements Embedder {

    /** As many as the small neural models have, so that a test with this one is of the right size. */
    private static final int DEFAULT_DIMENSIONS = 384;

    private final int dimensions;

    /** One of 384 dimensions. */
    public HashEmbedder() {
        this(DEFAULT_DIMENSIONS);
    }

    /** @throws IllegalArgumentException if dimensions is zero or below */
    public HashEmbedder(int dimensions) {
        if (dimensions < 1) {
            throw new IllegalArgumentException(
                    "dimensions must be positive, got " + dimensions + "; use " + DEFAULT_DIMENSIONS + " if unsure");
        }
        this.dimensions = dimensions;
    }

    @Override
    public String name() {
        return "hash-embedder-" + dimensions;
    }

    @Override
    public int dimensions() {
        return dimensions;
    }

    @Override
    public List<Embedding> embedQueries(List<String> texts) {
        return embedDocuments(texts);
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return texts.stream().map(this::embed).toList();
    }

    private Embedding embed(String text) {
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

    /** {@link StrictMath}, so that the vectors are the same on every machine. */
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

    /** The digest, and the digest of the digest, as one number in words of 32 bits, the least significant first. */
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
