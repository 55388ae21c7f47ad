package dev.daybook.outcome;

import dev.daybook.internal.checks.NullChecks;
import dev.daybook.model.Kind;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * The result of a quarantine, or of its dry run.
 *
 * @param operation the id of the operation, needed for the release; empty if no entry matched, and for a dry run
 * @param at the time of the quarantine
 * @param counts the number of entries in quarantine, by kind
 * @param derived the number of erased derived entries, by kind; they are derived again from the remaining entries.
 *     Known only to the call that made the quarantine, and empty in a list
 */
public record QuarantineReceipt(String operation, OffsetDateTime at, Map<Kind, Long> counts, Map<Kind, Long> derived) {

    public QuarantineReceipt {
        NullChecks.present("operation", operation);
        NullChecks.present("at", at);
        counts = Map.copyOf(counts);
        derived = Map.copyOf(derived);
    }

    /** Returns the number of entries of all kinds in quarantine. */
    public long count() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
