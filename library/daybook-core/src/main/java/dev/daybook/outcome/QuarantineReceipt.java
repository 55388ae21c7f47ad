package dev.daybook.outcome;

import dev.daybook.internal.checks.NullChecks;
import dev.daybook.model.Kind;
import java.time.OffsetDateTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a quarantine, or of its dry run.
 *
 * @param operation the id of the operation, needed for the release; empty if no entry matched, and for a dry run
 * @param at the time of the quarantine
 * @param counts the number of entries in quarantine, by kind
 * @param derived the number of erased derived entries, by kind; they are derived again from the remaining entries.
 *     Known only to the call that made the quarantine, and empty in a list
 * @param isProposal whether the entries were {@linkplain dev.daybook.Quarantine#propose proposed}, and never were anywhere
 *     but in quarantine; only in a list
 * @param proposer the key that proposed them; null: they were not proposed, or without a key
 */
public record QuarantineReceipt(
        String operation,
        OffsetDateTime at,
        Map<Kind, Long> counts,
        Map<Kind, Long> derived,
        boolean isProposal,
        @Nullable String proposer) {

    public QuarantineReceipt {
        NullChecks.present("operation", operation);
        NullChecks.present("at", at);
        counts = Map.copyOf(counts);
        derived = Map.copyOf(derived);
    }

    /** Creates the receipt of entries that were not proposed. */
    public QuarantineReceipt(String operation, OffsetDateTime at, Map<Kind, Long> counts, Map<Kind, Long> derived) {
        this(operation, at, counts, derived, false, null);
    }

    /** Returns the number of entries of all kinds in quarantine. */
    public long count() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
