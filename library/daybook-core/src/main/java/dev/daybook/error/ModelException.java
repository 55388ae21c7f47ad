package dev.daybook.error;

import org.jspecify.annotations.Nullable;

/**
 * A failure of a language model, or of an embedder behind a network. The message names the model and the remedy, and
 * never contains a prompt or an answer.
 */
public final class ModelException extends DaybookException {

    private final Trouble trouble;

    public ModelException(Trouble trouble, String message, @Nullable Throwable cause) {
        super(message, cause, trouble.retryable);
        this.trouble = trouble;
    }

    public ModelException(Trouble trouble, String message) {
        this(trouble, message, null);
    }

    /** Returns the kind of failure, which decides {@link #retryable()}. */
    public Trouble trouble() {
        return trouble;
    }

    /** The kinds of failure; each states whether the same call may succeed later. */
    public enum Trouble {
        /** No connection, or a broken one. Retryable. */
        UNREACHABLE(true),
        /** No answer before the timeout of the call. Retryable. */
        TIMEOUT(true),
        /** A rate limit of the model (HTTP 429). Retryable. */
        LIMITED(true),
        /** A failure of the model's server (HTTP 5xx). Retryable. */
        BROKEN(true),
        /** An answer without usable text. Retryable at once. */
        UNUSABLE(true),
        /** A request that the model's server rejects (HTTP 400, 413, 422, …). Not retryable. */
        REFUSED(false),
        /** The key is missing, wrong or not enough (HTTP 401, 403). Not retryable. */
        UNAUTHORIZED(false),
        /** The token budget of the day is spent; the model was not called. Not retryable before the next day. */
        SPENT(false),
        /** Anything else: no such model, a defect, an interrupted thread. Not retryable. */
        FAILED(false);

        private final boolean retryable;

        Trouble(boolean retryable) {
            this.retryable = retryable;
        }
    }
}
