package dev.daybook.chroma;

import dev.daybook.codec.VectorCodec;
import dev.daybook.data.Embedding;
import dev.daybook.hash.HashVectors;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Embedder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The embeddings that the rows of a shelf have, for the searches of other programs. Daybook itself searches by its own
 * vectors, which lie in the side collection, so the two never mix.
 *
 * @param name the embedder's; empty: another program's, which we do not know
 * @param width how many numbers each has
 */
record RowVectors(String name, int width) {

    /** As {@link VectorCodec#sidecar} names them. */
    private static final String PREFIX = "vector/";

    /** Whoever looks for the nearest finds such a row last: vectors of texts have length 1. */
    private static final float FAR = 1_000;

    /** What a probe reads; vectors that a caller supplied may be among them. */
    static final int PROBED = 20;

    private static final double SAME = 1e-4;

    static RowVectors of(Embedder embedder) {
        return new RowVectors(embedder.name(), embedder.dimensions());
    }

    /** Looks whether rows have the vectors of the {@link HashVectors}; others are kept, and are nobody's we know. */
    static RowVectors probe(List<ChromaDocument> rows, int width) {
        HashVectors hash = new HashVectors(width);
        long same = rows.stream().filter(row -> isOf(hash, row)).count();
        return new RowVectors(2 * same > rows.size() ? hash.name() : "", width);
    }

    private static boolean isOf(HashVectors hash, ChromaDocument row) {
        Embedding vector = row.embedding();
        if (vector == null || vector.dimensions() != hash.dimensions() || row.text() == null) {
            return false;
        }
        Embedding expected = hash.embed(row.text());
        for (int i = 0; i < vector.dimensions(); i++) {
            if (!(Math.abs(vector.get(i) - expected.get(i)) <= SAME)) {
                return false;
            }
        }
        return true;
    }

    private boolean isHash() {
        return name.equals(new HashVectors(width).name());
    }

    /** The embedding of a row, which has to have one even while its vector is not there yet. */
    Embedding of(String text, Map<String, Blob> sidecars) {
        Blob own = isHash() || name.isEmpty() ? null : sidecars.get(PREFIX + name);
        Embedding vector = own == null ? null : vector(own);
        if (vector != null) {
            return vector;
        }
        Embedding hashed = new HashVectors(width).embed(text);
        return isHash() ? hashed : far(hashed);
    }

    private static Embedding far(Embedding near) {
        float[] numbers = near.toArray();
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] *= FAR;
        }
        return Embedding.of(numbers);
    }

    private @Nullable Embedding vector(Blob sidecar) {
        Embedding entry = VectorCodec.decode(sidecar).entry();
        return entry.dimensions() == width ? entry : null;
    }

    /** The embedding that a sidecar brings; null if it is not of these vectors. */
    @Nullable
    Embedding brought(String sidecar, Blob bytes) {
        boolean own = !isHash() && !name.isEmpty() && sidecar.equals(PREFIX + name);
        return own ? vector(bytes) : null;
    }
}
