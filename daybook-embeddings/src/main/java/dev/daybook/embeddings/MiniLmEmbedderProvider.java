package dev.daybook.embeddings;

import dev.daybook.spi.Embedder;
import dev.daybook.spi.EmbedderProvider;

/**
 * Gives one embedder to the whole process, so that several memories share one model. Made by
 * {@link java.util.ServiceLoader}.
 */
public final class MiniLmEmbedderProvider implements EmbedderProvider {

    private static final MiniLmEmbedder SHARED = new MiniLmEmbedder();

    public MiniLmEmbedderProvider() {}

    /** The same each time. Whoever closes it only lets its memory go: it loads the model again when it is asked again. */
    @Override
    public Embedder embedder() {
        return SHARED;
    }
}
