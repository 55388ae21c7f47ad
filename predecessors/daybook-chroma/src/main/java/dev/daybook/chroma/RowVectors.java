package dev.daybook.chroma;

import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.hash.HashVectors;
import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import dev.daybook.store.Blob;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The embeddings of the rows of a collection, for searches by other programs. Daybook itself searches its own vectors
 * in the side collection, so the two are never mixed.
 *
 * @param name the name of the embedder; empty: unknown, of another program
 * @param width the length of the vectors
 */
record RowVectors(String name, int width) {

    /** The prefix of {@link VectorCodec#sidecar}. */
    private static final String PREFIX = "vector/";

    /** A coordinate that makes such a row the last in a nearest-neighbor search, since text vectors have length 1. */
    private static final float FAR = 1_000;

    /** The rows of a probe; some may have vectors supplied by a caller. */
    static final int PROBED = 20;

    private static final double SAME = 1e-4;

    static RowVectors of(Embedder embedder) {
        return new RowVectors(embedder.name(), embedder.dimensions());
    }

    /** Tests whether rows have vectors of the {@link HashEmbedder}; any others count as unknown. */
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

    /** Returns the embedding of a row, or a placeholder while its vector is missing. */
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

    /** Returns the embedding in a sidecar; null if it belongs to another embedder. */
    @Nullable
    Embedding brought(String sidecar, Blob bytes) {
        boolean own = !isHash() && !name.isEmpty() && sidecar.equals(PREFIX + name);
        return own ? vector(bytes) : null;
    }
}
