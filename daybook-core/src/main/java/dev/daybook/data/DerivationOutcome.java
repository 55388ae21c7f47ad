package dev.daybook.data;

import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What became of one piece of derived work.
 *
 * @param derivation what was derived: {@code gist}, {@code facts}, {@code notes}, {@code core}, {@code bank}, …
 * @param subject of what: a session, an episode, a period; empty: of the scope as a whole
 * @param operation the id by which it can be undone; null if nothing was written
 * @param detail what happened, in words; no stored text
 * @param tokens how many tokens a language model was given and gave for it, as far as it said
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

    /** How it ended. Whatever it was, no source was changed. */
    public enum Result {
        /** Derived and written down. */
        DONE,
        /** Derived without a model, because the model failed; it is derived again when the model answers. */
        FALLBACK,
        /** There was nothing to write. */
        NOTHING,
        /** It failed and is tried again later; nothing was written. */
        FAILED,
        /** What it was derived from changed or was forgotten meanwhile; the answer was dropped, and it is due again. */
        DROPPED,
        /** It is due, but has to wait: for a failed attempt's next time, or for the next day's token budget. */
        WAITING;

        /** The result as it is written outside Java: {@code done}, {@code fallback}, … */
        public String label() {
            return EnumLabels.label(this);
        }
    }
}
