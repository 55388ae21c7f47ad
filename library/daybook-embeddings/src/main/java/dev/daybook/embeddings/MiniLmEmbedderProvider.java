package dev.daybook.embeddings;

import dev.daybook.spi.Embedder;
import dev.daybook.spi.EmbedderProvider;
import java.nio.file.Path;

/**
 * Provides one bundled embedder for the whole process, so that several daybooks share one model, and the embedders of
 * folders. Loaded by {@link java.util.ServiceLoader}.
 */
public final class MiniLmEmbedderProvider implements EmbedderProvider {

    private static final MiniLmEmbedder SHARED = new MiniLmEmbedder();

    public MiniLmEmbedderProvider() {}

    /** Returns the shared embedder. Closing it only frees its memory: the next use loads the model again. */
    @Override
    public Embedder embedder() {
        return SHARED;
    }

    @Override
    public Embedder embedder(Path folder) {
        return OnnxEmbedder.open(folder);
    }
}
