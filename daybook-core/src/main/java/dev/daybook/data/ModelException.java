package dev.daybook.data;

import org.jspecify.annotations.Nullable;

/**
 * A language model, or an embedder behind a network, could not do it. The message names the model and what to do; it
 * never holds a prompt or an answer.
 */
public final class ModelException extends DaybookException {

    private final Trouble trouble;

    public ModelException(Trouble trouble, String message, @Nullable Throwable cause) {
        super(message, cause, trouble.retryable);
        this.trouble = ArgumentChecks.present("trouble", trouble);
    }

    public ModelException(Trouble trouble, String message) {
        this(trouble, message, null);
    }

    /** What kind of failure it was; decides {@link #retryable()}. */
    public Trouble trouble() {
        return trouble;
    }

    /** The kinds of failure, and for each whether the same call may succeed later. */
    public enum Trouble {
        /** Nobody could be reached, or the connection broke. Retryable. */
        UNREACHABLE(true),
        /** No answer within the time that the call was given. Retryable. */
        TIMEOUT(true),
        /** Asked too often or for too much at a time (HTTP 429). Retryable. */
        LIMITED(true),
        /** The other side failed (HTTP 5xx). Retryable. */
        BROKEN(true),
        /** There was an answer, but no text could be got out of it. Retryable, at once. */
        UNUSABLE(true),
        /** The other side does not take such a request (HTTP 400, 413, 422, …). Not retryable. */
        REFUSED(false),
        /** The key is missing, wrong or not enough (HTTP 401, 403). Not retryable. */
        UNAUTHORIZED(false),
        /** The tokens that models may cost the space today are spent; it was not asked. Not retryable before tomorrow. */
        SPENT(false),
        /** Anything else: no such model, a defect, an interrupted thread. Not retryable. */
        FAILED(false);

        private final boolean retryable;

        Trouble(boolean retryable) {
            this.retryable = retryable;
        }
    }
}
