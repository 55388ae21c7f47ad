package dev.daybook.outcome;

import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.model.Scope;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one derivation.
 *
 * @param derivation the name of the derivation: {@code gist}, {@code facts}, {@code notes}, {@code core}, {@code bank},
 *     …
 * @param subject the subject: a session, an episode, a period; empty: the whole scope
 * @param operation the id with which it can be undone; null if nothing was written
 * @param detail a description of the result; contains no stored text
 * @param tokens the tokens of prompts and answers of the language model, as far as it reported them
 */
public record DerivationOutcome(
        Scope scope,
        String derivation,
        String subject,
        Result result,
        @Nullable String operation,
        String detail,
        long tokens,
        OffsetDateTime at) {

    /** The results of a derivation. In no case is a source changed. */
    public enum Result {
        /** Derived and written. */
        DONE,
        /** Derived without a model, because the model failed; it is derived again when the model answers. */
        FALLBACK,
        /** There was nothing to write. */
        NOTHING,
        /** It failed and is tried again later; nothing was written. */
        FAILED,
        /** A source was changed or forgotten meanwhile; the answer was discarded, and the derivation is due again. */
        DROPPED,
        /** Due, but waiting: to retry after a failure, or for the token budget of the next day. */
        WAITING;

        /** Returns the name of the result in JSON and on the command line: {@code done}, {@code fallback}, … */
        public String label() {
            return EnumLabels.label(this);
        }
    }
}
