package dev.daybook.spi;

import java.nio.file.Path;

/** Provides the embedder of a jar. Found by {@link java.util.ServiceLoader}, like {@link StoreProvider}. */
public interface EmbedderProvider {

    /** Returns the embedder. The model is loaded on first use. */
    Embedder embedder();

    /**
     * Returns the embedder of a model in a folder; the jar defines the contents of the folder. The model is loaded on
     * first use.
     *
     * @throws IllegalArgumentException if the folder has no model that the jar can load, which is the default
     */
    default Embedder embedder(Path folder) {
        throw new IllegalArgumentException("embedder folder " + folder + " cannot be used: "
                + getClass().getName() + " loads no models of folders");
    }
}
