package dev.daybook.data;

import java.time.OffsetDateTime;
import java.util.Map;

/**
 * What lies in quarantine because of one operation, or would.
 *
 * @param operation the id of the operation, by which it is released; empty if nothing had to go, and for a dry run
 * @param at when it was put there
 * @param counts how many entries are kept there, by kind
 * @param derived how many entries went that were derived from them, by kind; they are not kept, as they are derived again
 *     from what is left. Only the call that put them there knows, so in a list it is empty
 */
public record QuarantineReceipt(String operation, OffsetDateTime at, Map<Kind, Long> counts, Map<Kind, Long> derived) {

    public QuarantineReceipt {
        ArgumentChecks.present("operation", operation);
        ArgumentChecks.present("at", at);
        counts = Map.copyOf(counts);
        derived = Map.copyOf(derived);
    }

    /** How many entries of all kinds are kept there. */
    public long count() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
