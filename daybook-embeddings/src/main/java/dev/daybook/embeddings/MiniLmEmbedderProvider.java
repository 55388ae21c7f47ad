package dev.daybook.embeddings;

import dev.daybook.spi.Embedder;
import dev.daybook.spi.EmbedderProvider;

/**
 * Provides one embedder for the whole process, so that several daybooks share one model. Loaded by {@link
 * java.util.ServiceLoader}.
 */
public final class MiniLmEmbedderProvider implements EmbedderProvider {

    private static final MiniLmEmbedder SHARED = new MiniLmEmbedder();

    public MiniLmEmbedderProvider() {}

    /** Returns the shared embedder. Closing it only frees its memory: the next use loads the model again. */
    @Override
    public Embedder embedder() {
        return SHARED;
    }
}
