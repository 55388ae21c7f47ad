package dev.daybook.error;

import org.jspecify.annotations.Nullable;

/**
 * An embedder that does not work: its vectors have another width than it states, or its model or native library cannot
 * be loaded. A semantic search fails; a keyword search does not, and a hybrid search uses keywords only. The message
 * names the embedder, the cause and the remedy, and never contains a text to embed. Not retryable: the embedder needs a
 * repair. An embedder behind a network fails with a {@link ModelException} instead.
 */
public final class EmbedderException extends DaybookException {

    public EmbedderException(String message, @Nullable Throwable cause) {
        super(message, cause, false);
    }

    public EmbedderException(String message) {
        this(message, null);
    }
}
