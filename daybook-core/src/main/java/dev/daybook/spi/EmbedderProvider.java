package dev.daybook.spi;

/** Gives the embedder that its jar brings. Found by {@link java.util.ServiceLoader}; one of two such look-ups. */
public interface EmbedderProvider {

    /** The embedder; the model is loaded at its first use, not here. */
    Embedder embedder();
}
