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
 * An embedder without a model, for tests: the vector of a text is random but reproducible. It finds equal texts and nothing else. Vectors
 * have length 1.
 *
 * <p>The digest of the text seeds a {@link MersenneTwister}; its numbers become normal deviates by the method of Box and Muller ("A note on
 * the generation of random normal deviates", 1958), and these a uniformly distributed direction. In Python {@code
 * random.Random(sha256(text).digest())} and its {@code gauss()} give the same numbers, so vectors written there are comparable. The text is
 * neither trimmed nor normalized.
 *
 * <p>Thread-safe. A text with a lone surrogate is an {@link IllegalArgumentException}.
 */
public final class HashEmbedder implements Embedder {

    /** The width of small neural models, so that tests have realistic sizes. */
    private static final int DEFAULT_DIMENSIONS = 384;

    private final int dimensions;

    /** Creates an embedder of 384 dimensions. */
    public HashEmbedder() {
        this(DEFAULT_DIMENSIONS);
    }

    /** @throws IllegalArgumentException if dimensions is zero or negative */
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
