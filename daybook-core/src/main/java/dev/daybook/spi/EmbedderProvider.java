package dev.daybook.spi;

import dev.daybook.store.StoreProvider;

/** Provides the embedder of a jar. Found by {@link java.util.ServiceLoader}, like {@link StoreProvider}. */
public interface EmbedderProvider {

    /** Returns the embedder. The model is loaded on first use. */
    Embedder embedder();
}
