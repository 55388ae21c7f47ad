package dev.daybook.store;

import dev.daybook.model.Kind;
import java.util.Map;

/**
 * The revision, epoch and entry counts of a scope.
 *
 * @param revision the last revision assigned; 0 for a scope never written. Never decreases, not even after an erasure
 * @param epoch the number of erasures in the scope; a scope index of another epoch is stale
 * @param counts the entries by kind; kinds without any are left out
 */
public record Head(long revision, long epoch, Map<Kind, Long> counts) {

    public static final Head EMPTY = new Head(0, 0, Map.of());

    public Head {
        counts = Map.copyOf(counts);
    }

    /** Returns the number of entries of all kinds. */
    public long entries() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
