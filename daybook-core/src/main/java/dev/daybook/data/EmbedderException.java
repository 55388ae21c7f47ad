package dev.daybook.data;

import org.jspecify.annotations.Nullable;

/**
 * The embedder does not work: its answers have another shape than it says, or its model or native library cannot be loaded.
 * A search by meaning fails with it; a search by words, and the default one, which then goes by words, do not. The message
 * names the embedder, the cause and the remedy; it never holds a text that was to be embedded. Not retryable: somebody has to
 * do something about it. An embedder behind a network fails with a {@link ModelException} instead.
 */
public final class EmbedderException extends DaybookException {

    public EmbedderException(String message, @Nullable Throwable cause) {
        super(message, cause, false);
    }

    public EmbedderException(String message) {
        this(message, null);
    }
}
